import { expect } from "vitest";
import type { ApiAnswer, Browser, PageAnswer } from "../support/browser-like";

type Form = Parameters<Browser["submit"]>;
type Call = Parameters<Browser["api"]>;

interface Refusal {
  /** 400 by default. */
  status?: number;
  /** The form among several of a page: its fields' ids begin so. */
  of?: string;
  /** Fields whose messages the page has no place for. */
  without?: string[];
}

/** What a page says at the fields of a form. */
function saidAtFields({ page }: PageAnswer, of: string): Record<string, string> {
  const begin = `${of === "" ? "" : `${of}-`}field-`;
  const said = page.root.querySelectorAll(`[id^="${begin}"][id$="-error"]`);
  return Object.fromEntries(
    said.map((at) => [at.id.slice(begin.length, -"-error".length), at.text.replace(/\s+/g, " ").trim()]),
  );
}

/**
 * Does the same by form and by call. Both have to refuse it with the same status, in the same words, at the same fields.
 * @returns both answers
 */
export async function refusedAlike(
  browser: Browser,
  form: Form,
  call: Call,
  { status = 400, of = "", without = [] }: Refusal = {},
): Promise<{ page: PageAnswer["page"]; sent: PageAnswer; json: ApiAnswer["json"] }> {
  const sent = await browser.submit(...form);
  const called = await browser.api(...call);
  expect([sent.status, called.status]).toEqual([status, status]);
  const { message, errors } = called.json as { message: string; errors: Record<string, string[]> };
  expect(message).toMatch(/\S/);
  expect(sent.page.alerts.join(" ")).toContain(message);
  const atFields = Object.entries(errors).filter(([field]) => !without.includes(field));
  expect(saidAtFields(sent, of)).toEqual(Object.fromEntries(atFields.map(([field, said]) => [field, said.join(" ")])));
  return { page: sent.page, sent, json: called.json };
}
