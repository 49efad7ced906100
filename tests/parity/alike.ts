import { expect } from "vitest";
import type { ApiAnswer, Browser, PageAnswer } from "../support/browser-like";

type Form = Parameters<Browser["submit"]>;
type Call = Parameters<Browser["api"]>;

interface Refusal {
  /** 400 by default. */
  status?: number;
  /** Prefix of the fields' ids, on a page with several forms. */
  of?: string;
  /** Fields without messages on the page. */
  without?: string[];
}

function saidAtFields({ page }: PageAnswer, of: string): Record<string, string> {
  const begin = `${of === "" ? "" : `${of}-`}field-`;
  const said = page.root.querySelectorAll(`[id^="${begin}"][id$="-error"]`);
  return Object.fromEntries(
    said.map((at) => [at.id.slice(begin.length, -"-error".length), at.text.replace(/\s+/g, " ").trim()]),
  );
}

/**
 * Form and API call must be refused with the same status, messages and fields.
 * @returns both responses
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
