import { expect } from "vitest";
import { DomainError } from "~/lib/errors";

function thrownBy(work: () => unknown): DomainError | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** A matcher for an error of this code, and this message if given. */
export const refused = (code: string, message?: string) =>
  expect.objectContaining(message === undefined ? { code } : { code, message });

/** The error of `work`. @throws without one */
export function refusal(work: () => unknown): DomainError {
  const error = thrownBy(work);
  if (!error) throw new Error("nothing was refused");
  return error;
}

/** The error of `work`; null without one. */
export const failureOf = async (work: Promise<unknown> | (() => unknown)) => {
  try {
    await (typeof work === "function" ? work() : work);
    return null;
  } catch (error) {
    return error as DomainError;
  }
};

/** Messages by field of invalid input; empty if `work` does not throw. */
export function fieldsRefused(work: () => unknown): Record<string, string[]> {
  const error = thrownBy(work);
  if (error && error.code !== "invalid") throw error;
  return error?.fields ?? {};
}
