import { expect } from "vitest";
import type { ApiResponse, Browser, PageResponse } from "../support/browser-like";

type Form = Parameters<Browser["submit"]>;
type Call = Parameters<Browser["api"]>;

interface Refusal {
  /** 400 by default. */
  status?: number;
  /** Prefix of the fields' ids, on a page with several forms. */
  fieldPrefix?: string;
  /** Fields without messages on the page. */
  silent?: string[];
}

function fieldMessages({ page }: PageResponse, fieldPrefix: string): Record<string, string> {
  const begin = `${fieldPrefix === "" ? "" : `${fieldPrefix}-`}field-`;
  const errorElements = page.root.querySelectorAll(`[id^="${begin}"][id$="-error"]`);
  return Object.fromEntries(
    errorElements.map((element) => [
      element.id.slice(begin.length, -"-error".length),
      element.text.replace(/\s+/g, " ").trim(),
    ]),
  );
}

/**
 * Form and API call must be refused with the same status, messages and fields.
 * @returns both responses
 */
export async function expectSameRefusal(
  browser: Browser,
  form: Form,
  call: Call,
  { status = 400, fieldPrefix = "", silent = [] }: Refusal = {},
): Promise<{ page: PageResponse["page"]; formResponse: PageResponse; json: ApiResponse["json"] }> {
  const formResponse = await browser.submit(...form);
  const apiResponse = await browser.api(...call);
  expect([formResponse.status, apiResponse.status]).toEqual([status, status]);
  const { message, errors } = apiResponse.json as { message: string; errors: Record<string, string[]> };
  expect(message).toMatch(/\S/);
  expect(formResponse.page.alerts.join(" ")).toContain(message);
  const expectedErrors = Object.entries(errors).filter(([field]) => !silent.includes(field));
  expect(fieldMessages(formResponse, fieldPrefix)).toEqual(
    Object.fromEntries(expectedErrors.map(([field, texts]) => [field, texts.join(" ")])),
  );
  return { page: formResponse.page, formResponse, json: apiResponse.json };
}
