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

/** A refusal of this kind, in these words where they are given, to compare an error with. */
export const refused = (code: string, message?: string) =>
  expect.objectContaining(message === undefined ? { code } : { code, message });

/** What `work` is refused with. @throws where it is not */
export function refusal(work: () => unknown): DomainError {
  const error = thrownBy(work);
  if (!error) throw new Error("nothing was refused");
  return error;
}

/** What `work` fails with; null where it does not. */
export const failureOf = async (work: Promise<unknown> | (() => unknown)) => {
  try {
    await (typeof work === "function" ? work() : work);
    return null;
  } catch (error) {
    return error as DomainError;
  }
};

/** What is said at the fields of a wrong input; nothing where `work` is not refused. */
export function fieldsRefused(work: () => unknown): Record<string, string[]> {
  const error = thrownBy(work);
  if (error && error.code !== "invalid") throw error;
  return error?.fields ?? {};
}
