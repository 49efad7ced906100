import { describe, expect, test } from "vitest";
import { savedForms, sessionExpiries, sessions } from "~/db/schema";
import { deleteAccount } from "~/features/account-deletion/commands.server";
import { dropSavedForm, findSavedForm, MAX_SAVED_FORM_BYTES, saveForm } from "~/features/accounts/saved-forms.server";
import {
  endOwnSession,
  endSession,
  endUserSessions,
  findExpiredSessionUser,
  findViewer,
  startSession,
  sweepSessions,
} from "~/features/accounts/sessions.server";
import { sweepAccounts } from "~/features/accounts/sweep.server";
import { collectData } from "~/features/data-export/data.server";
import { DAY, HOUR } from "~/lib/time";
import { newToken } from "~/lib/tokens.server";
import { passTime } from "../support/clock";
import { makeUser, setActive, viewerOf } from "../support/people";
import { allRows, changeRow } from "../support/rows";

const form = { path: "/vehicles/new", intent: "", fields: { make: "Fiat", description: "Found in a barn." } };

/** A session that has run out. */
function runOut(userId: number): string {
  const token = startSession(userId, "");
  changeRow(sessions, allRows(sessions).at(-1)!.id, { expiresAt: 1 });
  return token;
}

describe("a session that is over", () => {
  test("is remembered for a day where it ran out, and not where somebody ended it", () => {
    const user = makeUser();
    const [first, second, third] = [startSession(user.id, ""), startSession(user.id, ""), startSession(user.id, "")];
    expect(findExpiredSessionUser(newToken())).toBeUndefined();
    const { id } = allRows(sessions)[0]!;
    expect(endOwnSession(viewerOf(user), id)).toBe(true);
    expect([first, second].map(findViewer)).toEqual([null, expect.anything()]);
    const ranOut = runOut(user.id);
    sweepSessions();
    expect([first, ranOut].map(findExpiredSessionUser)).toEqual([undefined, user.id]);
    passTime(DAY);
    expect(findExpiredSessionUser(ranOut)).toBeUndefined();
    passTime(-HOUR);
    // Ending all of them is meant for that browser too, whether housekeeping has been there or not.
    const another = runOut(user.id);
    endUserSessions(user.id, third);
    expect([first, second, ranOut, another].map(findExpiredSessionUser)).toEqual(Array(4).fill(undefined));
    expect(findViewer(third)).not.toBeNull();
  });

  test("that nobody used for long is remembered from when it is swept, and found before", () => {
    const user = makeUser();
    const token = startSession(user.id, "");
    passTime(31 * DAY);
    expect(findViewer(token)).toBeNull();
    expect(findExpiredSessionUser(token)).toBe(user.id);
    sweepSessions();
    expect(allRows(sessions)).toEqual([]);
    expect(findExpiredSessionUser(token)).toBe(user.id);
    passTime(DAY);
    sweepAccounts();
    expect(allRows(sessionExpiries)).toEqual([]);
  });

  test("leaves nothing after a logout, and is nobody's while the account is deactivated", () => {
    const user = makeUser();
    const [mine, other] = [runOut(user.id), runOut(user.id)];
    expect([mine, other].map(findExpiredSessionUser)).toEqual([user.id, user.id]);
    sweepSessions();
    // A browser whose session ran out, and which then logs out, or in as somebody else.
    endSession(mine);
    expect([mine, other].map(findExpiredSessionUser)).toEqual([undefined, user.id]);
    setActive(user, false);
    expect(findExpiredSessionUser(other)).toBeUndefined();
  });
});

describe("a parked form", () => {
  test("is its writer's alone; the newest one counts, for a day", () => {
    const [user, other] = [makeUser(), makeUser()];
    expect(saveForm(user.id, { ...form, path: "/vehicles/9", intent: "comment" })).toBe(true);
    expect(saveForm(user.id, form)).toBe(true);
    expect(findSavedForm(user.id)).toMatchObject(form);
    expect(findSavedForm(other.id)).toBeUndefined();
    expect(allRows(savedForms)).toHaveLength(1);
    passTime(DAY - HOUR);
    sweepAccounts();
    expect(findSavedForm(user.id)).toBeDefined();
    passTime(2 * HOUR);
    expect(findSavedForm(user.id)).toBeUndefined();
    sweepAccounts();
    expect(allRows(savedForms)).toEqual([]);
  });

  test("has up to 64 KB of names and texts; one that is larger or says nothing changes nothing", () => {
    const user = makeUser();
    const story = (bytes: number) => ({ ...form, fields: { story: "x".repeat(bytes - "story".length) } });
    expect(saveForm(user.id, story(MAX_SAVED_FORM_BYTES))).toBe(true);
    expect(saveForm(user.id, story(MAX_SAVED_FORM_BYTES + 1))).toBe(false);
    expect(saveForm(user.id, { ...form, fields: { story: "é".repeat(MAX_SAVED_FORM_BYTES / 2) } })).toBe(false);
    expect(saveForm(user.id, { ...form, fields: { make: " ", description: "" } })).toBe(false);
    expect(saveForm(user.id, { ...form, path: `/${"x".repeat(2000)}` })).toBe(false);
    expect(saveForm(user.id, { ...form, intent: "x".repeat(41) })).toBe(false);
    expect(findSavedForm(user.id)?.fields.story).toHaveLength(MAX_SAVED_FORM_BYTES - 5);
    dropSavedForm(user.id);
    expect(findSavedForm(user.id)).toBeUndefined();
  });

  test("is in the person's export, and goes with the account", async () => {
    const user = makeUser();
    expect(collectData(viewerOf(user)).parkedForm).toBeNull();
    saveForm(user.id, form);
    expect(collectData(viewerOf(user)).parkedForm).toMatchObject({ path: form.path, fields: form.fields });
    runOut(user.id);
    sweepSessions();
    await deleteAccount(viewerOf(user));
    expect([allRows(savedForms), allRows(sessionExpiries)]).toEqual([[], []]);
  });
});
