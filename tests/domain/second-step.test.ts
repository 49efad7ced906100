import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { auditLog, mailOutbox, recoveryCodes, secondSteps, users } from "~/db/schema";
import { accountMails } from "~/features/accounts/mails.server";
import {
  confirmSecondStep,
  consumeCode,
  createPendingLogin,
  findSecondStepSetup,
  isPendingLoginValid,
  renewRecoveryCodes,
  resetSecondStep,
  startSecondStep,
  turnOffSecondStep,
} from "~/features/accounts/second-step/commands.server";
import { findTimeStep, isRecoveryCode } from "~/features/accounts/second-step/one-time-code.server";
import { getSecondStep } from "~/features/accounts/second-step/queries.server";
import { findViewer, startSession } from "~/features/accounts/sessions.server";
import { HOUR, now, SECOND, setClock } from "~/lib/time";
import { codeAt } from "../support/authenticator";
import { makeUser, viewerOf } from "../support/make-rows";
import { allRows, changeRow } from "../support/rows";

const NOON = Date.UTC(2026, 5, 1, 12);
const STEP = 30 * SECOND;

/** RFC 6238's test vectors (SHA-1), last six digits. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

const at = (time: number) => setClock(() => time);
const message = "That code is not correct, or has already been used.";
const WRONG = expect.objectContaining({
  ...{ code: "unauthenticated", reason: "second_step_required", message },
  fields: { code: [message] },
});

/** Turned on at noon with noon's code. */
function withSecondStep() {
  at(NOON);
  const user = makeUser({ email: "ada@example.com", passwordHash: "hash" });
  const viewer = viewerOf(user);
  const { secret } = startSecondStep(viewer);
  const token = startSession(user.id, "");
  return { user, viewer, secret, token, codes: confirmSecondStep(viewer, codeAt(secret, NOON), token) };
}

describe("codes of the authenticator", () => {
  test.each([
    [59, "287082"],
    [20_000_000_000, "353130"],
  ])("as RFC 6238 has them, at %i s", (seconds, code) => {
    at(seconds * SECOND);
    expect(findTimeStep(code, RFC_SECRET, 0)).toBe(Math.floor(seconds / 30));
  });

  test.each([
    ["two steps behind", -2, false],
    ["one step behind", -1, true],
    ["in time", 0, true],
    ["one step ahead", 1, true],
    ["two steps ahead", 2, false],
  ])("%s", (_when, steps, good) => {
    at(NOON);
    expect(findTimeStep(codeAt(RFC_SECRET, NOON + steps * STEP), RFC_SECRET, 0) !== undefined).toBe(good);
  });

  test("however they are typed, but no other way", () => {
    at(59 * SECOND);
    for (const code of ["287082", "287 082", " 2 8 7 0 8 2 "]) expect(findTimeStep(code, RFC_SECRET, 0)).toBe(1);
    for (const code of ["", "28708", "2870820", "287o82", "-87082", "２８７０８２"])
      expect(findTimeStep(code, RFC_SECRET, 0)).toBeUndefined();
  });
});

describe("turning it on", () => {
  test("begins with a secret that counts for nothing until a code of it has come", () => {
    at(NOON);
    const user = makeUser({ email: "ada@example.com" });
    const viewer = viewerOf(user);
    const first = startSecondStep(viewer);
    expect(first.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(first.uri)).toMatchObject({ protocol: "otpauth:", host: "totp" });
    expect(decodeURIComponent(new URL(first.uri).pathname)).toBe("/Paddock:ada@example.com");
    const expected = { secret: first.secret, issuer: "Paddock" };
    expect(Object.fromEntries(new URL(first.uri).searchParams)).toMatchObject(expected);
    expect(findSecondStepSetup(viewer)).toEqual(first);
    expect([getSecondStep(user.id).on, createPendingLogin(user.id)]).toEqual([false, null]);
    expect(() => consumeCode(user.id, codeAt(first.secret, NOON))).toThrow(WRONG);
    const second = startSecondStep(viewer);
    expect(second.secret).not.toBe(first.secret);
    expect(() => confirmSecondStep(viewer, codeAt(first.secret, NOON), "")).toThrow(
      expect.objectContaining({ code: "invalid", fields: { code: [expect.stringContaining("not correct")] } }),
    );
    expect(getSecondStep(user.id).on).toBe(false);
  });

  test("gives ten codes, ends the other sessions, and is mailed", async () => {
    at(NOON);
    const user = makeUser({ email: "ada@example.com" });
    const viewer = viewerOf(user);
    const [currentSession, otherSession] = [startSession(user.id, ""), startSession(user.id, "")];
    const codes = confirmSecondStep(viewer, codeAt(startSecondStep(viewer).secret, NOON), currentSession);
    expect(codes).toHaveLength(10);
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    expect(new Set(codes).size).toBe(10);
    const codeRows = allRows(recoveryCodes);
    expect(codeRows.map(({ codeHash }) => codeHash).join()).toMatch(/^[0-9a-f]{64}(,[0-9a-f]{64}){9}$/);
    expect(getSecondStep(user.id)).toEqual({ on: true, since: NOON, recoveryCodesLeft: 10 });
    expect([findViewer(currentSession)?.id, findViewer(otherSession)]).toEqual([user.id, null]);
    const [mail] = allRows(mailOutbox);
    expect([mail?.kind, mail?.recipient]).toEqual(["second-step-on", "ada@example.com"]);
    const rendered = await accountMails["second-step-on"]!({ recipient: "ada@example.com", payload: {} });
    expect(rendered?.text).toContain("/settings/security");
    for (const code of codes) expect(JSON.stringify([mail, rendered])).not.toContain(code);
    expect(() => startSecondStep(viewer)).toThrow("Two-step verification is already on.");
    expect(() => confirmSecondStep(viewer, "000000", currentSession)).toThrow("Two-step verification is already on.");
  });

  test("is begun again after an hour", () => {
    at(NOON);
    const viewer = viewerOf(makeUser());
    const { secret } = startSecondStep(viewer);
    at(NOON + HOUR);
    expect(findSecondStepSetup(viewer)).toBeNull();
    expect(() => confirmSecondStep(viewer, codeAt(secret, now()), "")).toThrow("The setup has expired.");
  });
});

describe("a login", () => {
  test("takes no code twice, nor one from before", () => {
    const { user, secret } = withSecondStep();
    at(NOON + 5 * SECOND);
    expect(() => consumeCode(user.id, codeAt(secret, NOON))).toThrow(WRONG);
    expect(consumeCode(user.id, codeAt(secret, NOON + STEP))).toBe("authenticator");
    at(NOON + STEP);
    expect(() => consumeCode(user.id, codeAt(secret, NOON + STEP))).toThrow(WRONG);
    expect(consumeCode(user.id, codeAt(secret, NOON + 2 * STEP))).toBe("authenticator");
    expect(() => consumeCode(user.id, codeAt(secret, NOON + STEP))).toThrow(WRONG);
  });

  test("accepts each recovery code once, in any spelling, of the account only", () => {
    const { user, codes } = withSecondStep();
    expect(consumeCode(user.id, codes[0]!)).toBe("recovery");
    expect(() => consumeCode(user.id, codes[0]!)).toThrow(WRONG);
    expect(consumeCode(user.id, ` ${codes[1]!.toLowerCase().replaceAll("-", " ")} `)).toBe("recovery");
    const misread = codes[2]!.replaceAll("O", "0").replaceAll("I", "1").replaceAll("B", "8");
    expect(consumeCode(user.id, misread)).toBe("recovery");
    const attempts = [codes[3]!, codes[3]!.toLowerCase().replaceAll("-", ""), "123456", "123 456", "ABCD-EFGH", ""];
    expect(attempts.map(isRecoveryCode)).toEqual([true, true, false, false, false, false]);
    expect(getSecondStep(user.id).recoveryCodesLeft).toBe(7);
    const otherUser = makeUser();
    const { secret } = startSecondStep(viewerOf(otherUser));
    confirmSecondStep(viewerOf(otherUser), codeAt(secret, NOON), "");
    for (const code of [codes[0]!, "", "000000", "----"]) expect(() => consumeCode(otherUser.id, code)).toThrow(WRONG);
  });

  test("waits for its code as long as password, account and second step are the same", () => {
    const { user, viewer, token } = withSecondStep();
    const paused = createPendingLogin(user.id)!;
    expect(JSON.stringify(paused)).not.toContain("hash");
    expect(isPendingLoginValid(paused)).toBe(true);
    const change = (values: Partial<typeof users.$inferInsert>) => changeRow(users, user.id, values);
    change({ active: false });
    expect(isPendingLoginValid(paused)).toBe(false);
    change({ active: true, passwordHash: "another" });
    expect(isPendingLoginValid(paused)).toBe(false);
    change({ passwordHash: "hash" });
    expect(isPendingLoginValid(paused)).toBe(true);
    turnOffSecondStep(viewer, token);
    expect([isPendingLoginValid(paused), createPendingLogin(user.id)]).toEqual([false, null]);
  });
});

test("of two concurrent uses of a code, one succeeds", () => {
  const { user, secret } = withSecondStep();
  // Another process writes between read and write.
  const otherConnection = new Database(db().$client.name, { timeout: 0 });
  const take = otherConnection.prepare("UPDATE second_steps SET last_time_step = last_time_step + 1");
  let looks = 0;
  setClock(() => {
    looks += 1;
    expect(() => take.run()).toThrow(expect.objectContaining({ code: "SQLITE_BUSY" }));
    return NOON;
  });
  expect(consumeCode(user.id, codeAt(secret, NOON + STEP))).toBe("authenticator");
  expect(looks).toBe(1);
  otherConnection.close();
});

describe("later", () => {
  test("new recovery codes take the place of the old ones", () => {
    const { user, viewer, codes } = withSecondStep();
    const fresh = renewRecoveryCodes(viewer);
    expect(() => consumeCode(user.id, codes[0]!)).toThrow(WRONG);
    expect(consumeCode(user.id, fresh[0]!)).toBe("recovery");
    expect(allRows(mailOutbox).at(-1)?.kind).toBe("second-step-new-codes");
    expect(() => renewRecoveryCodes(viewerOf(makeUser()))).toThrow("Two-step verification is not on.");
  });

  test("off: nothing is left of it, the other sessions end, and it is mailed", () => {
    const { user, viewer, token } = withSecondStep();
    const otherSession = startSession(user.id, "");
    expect(turnOffSecondStep(viewer, token)).toBe(true);
    expect([allRows(secondSteps), allRows(recoveryCodes)]).toEqual([[], []]);
    expect([findViewer(token)?.id, findViewer(otherSession)]).toEqual([user.id, null]);
    expect(allRows(mailOutbox).at(-1)?.kind).toBe("second-step-off");
    expect(turnOffSecondStep(viewer, token)).toBe(false);
    expect(allRows(mailOutbox)).toHaveLength(2);
  });

  test("the operator turns it off for a user who lost everything, and it is logged", () => {
    const { user, token } = withSecondStep();
    expect(resetSecondStep(" ADA@example.com ")).toMatchObject({ email: "ada@example.com" });
    expect([getSecondStep(user.id).on, findViewer(token)]).toEqual([false, null]);
    const act = { actorName: "command line", action: "user.second-step-off", subjectType: "user" };
    const change = { before: { secondStep: "on" }, after: { secondStep: "off" } };
    expect(allRows(auditLog)).toMatchObject([{ ...act, ...change, subjectId: String(user.id) }]);
    expect(() => resetSecondStep("ada@example.com")).toThrow("Two-step verification of ada@example.com is not on.");
    expect(() => resetSecondStep("nobody@example.com")).toThrow("No account has the address");
  });
});
