import pino from "pino";
import { expect, test } from "vitest";
import { log } from "~/services/log/log.server";

type Describe = (error: unknown) => unknown;
const { err: describeError } = (log as unknown as Record<symbol, { err: Describe }>)[pino.symbols.serializersSym]!;

test("a line of the log says what was thrown, error or not, without tokens", () => {
  expect(describeError(new Error("no /verify-email/abc"))).toMatchObject({ message: "no /verify-email/…" });
  // As libraries do.
  expect(describeError({ status_code: 501, body: "no /verify-email/abc" })).toBe(
    "{ status_code: 501, body: 'no /verify-email/…' }",
  );
  expect(describeError(undefined)).toBe("undefined");
});
