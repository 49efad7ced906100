import { sql } from "drizzle-orm";
import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDatabase, db } from "~/db/client.server";
import { faults } from "~/db/schema";
import { logFault } from "~/http/fault.server";
import { DAY, now, setClock } from "~/lib/time";
import { logJobFault, startFaultStore, sweepFaults } from "~/services/log/faults.server";
import { log } from "~/services/log/log.server";
import { allRows } from "../support/rows";

let end: () => void;
beforeEach(() => {
  end = startFaultStore();
});
afterEach(() => end());

const readFaults = () => {
  // Writes pending faults, else a second later.
  end();
  end = startFaultStore();
  return allRows(faults);
};
const request = { requestId: "r1", method: "GET" };

test("stores the log entry with the shown id, without personal data", () => {
  const error = new Error(`no ada@example.com with ${"a1B2".repeat(10)} at /verify-email/s3cret\nand more`);
  logFault(error, { ...request, errorId: "e1", path: "/verify-email/s3cret" });
  logFault(new Error("Failed query: select ?\nparams: hidden", { cause: new Error("no such table: x") }), {
    ...request,
    path: `/${"x".repeat(2000)}`,
  });
  logFault({ body: "secret" }, { ...request, path: "/" });
  const [firstFault, secondFault, thirdFault] = readFaults();
  expect(firstFault).toMatchObject({ errorId: "e1", requestId: "r1", method: "GET", path: "/verify-email/…" });
  expect(firstFault!.message).toBe("Error: no …@… with … at /verify-email/…");
  expect([secondFault!.errorId, secondFault!.path.length, secondFault!.message]).toEqual([
    "r1",
    300,
    "Error: no such table: x",
  ]);
  expect(thirdFault!.message).toBe("Something was thrown that is no error.");
});

test("a thrown text is stored and logged unchanged, without personal data", () => {
  logFault("no room for ada@example.com\nat all", { ...request, path: "/" });
  logJobFault("nobody takes the backups", "backup failed");
  expect(readFaults().map(({ message }) => message)).toEqual(["no room for …@…", "nobody takes the backups"]);
});

test("a job's fault has an id too", () => {
  logJobFault(new Error("no room"), "sweep failed");
  expect(readFaults()).toMatchObject([
    { method: "job", path: "sweep failed", requestId: "", message: "Error: no room" },
  ]);
  expect(readFaults()[0]!.errorId).toMatch(/^\S{6,}$/);
});

test("a storm of faults is no storm of rows", () => {
  for (let index = 0; index < 500; index += 1) logFault(new Error(`no ${index}`), { ...request, path: "/" });
  expect(readFaults().map(({ message }) => message)).toEqual([0, 1, 2, 3, 4].map((at) => `Error: no ${at}`));
  logFault(new Error("later"), { ...request, path: "/" });
  expect(readFaults()).toHaveLength(6);
});

test("7 days and 1,000 rows are stored", () => {
  const time = now();
  setClock(() => time);
  db().run(sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
    INSERT INTO faults (at, error_id, request_id, method, path, message)
    SELECT ${time - 8 * DAY} + i * 1000000, 'e' || i, 'r', 'GET', '/', 'm' FROM n`);
  logFault(new Error("newest"), { ...request, path: "/" });
  const rows = readFaults();
  expect(rows).toHaveLength(1000);
  expect(rows.at(-1)!.message).toBe("Error: newest");
  setClock(() => time + 6 * DAY);
  sweepFaults();
  expect(allRows(faults).every(({ at }) => at >= time - DAY)).toBe(true);
});

test("if they cannot be written nothing else happens", () => {
  logFault(new Error("first"), { ...request, path: "/" });
  db().run(sql`DROP TABLE faults`);
  expect(() => end()).not.toThrow();
  closeDatabase();
});

type Describe = (error: unknown) => unknown;
const { err: describeError } = (log as unknown as Record<symbol, { err: Describe }>)[pino.symbols.serializersSym]!;

test("a log entry contains what was thrown, error or not, without tokens", () => {
  expect(describeError(new Error("no /verify-email/abc"))).toMatchObject({ message: "no /verify-email/…" });
  expect(describeError({ status_code: 501, body: "no /verify-email/abc" })).toBe(
    "{ status_code: 501, body: 'no /verify-email/…' }",
  );
  expect(describeError(undefined)).toBe("undefined");
  expect(describeError("it's full: /verify-email/abc\n")).toBe("it's full: /verify-email/…\n");
});
