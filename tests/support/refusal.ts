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

export const refusalLike = (code: string, message?: string) =>
  expect.objectContaining(message === undefined ? { code } : { code, message });

/** @throws without an error */
export function refusal(work: () => unknown): DomainError {
  const error = thrownBy(work);
  if (!error) throw new Error("nothing was refused");
  return error;
}

/** null without an error. */
export const failureOf = async (work: Promise<unknown> | (() => unknown)) => {
  try {
    await (typeof work === "function" ? work() : work);
    return null;
  } catch (error) {
    return error as DomainError;
  }
};

/** Messages by field; empty without an error. */
export function fieldErrors(work: () => unknown): Record<string, string[]> {
  const error = thrownBy(work);
  if (error && error.code !== "invalid") throw error;
  return error?.fields ?? {};
}
