import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { endedSessions, parkedForms, sessions, users } from "~/db/schema";
import { deleteAccount } from "~/features/account-deletion/delete-account.server";
import { findEndedOwner } from "~/features/accounts/ended-sessions.server";
import { sweepAccounts } from "~/features/accounts/housekeeping.server";
import { dropParkedForm, findParkedForm, MAX_PARKED_BYTES, parkForm } from "~/features/accounts/parked-forms.server";
import {
  endSession,
  endSessionOf,
  endSessionsOf,
  findViewer,
  startSession,
  sweepSessions,
} from "~/features/accounts/sessions.server";
import { collectData } from "~/features/data-export/data.server";
import { DAY, HOUR, now, setClock } from "~/lib/time";
import { newToken } from "~/lib/tokens.server";
import { makeUser, viewerOf } from "../support/people";

const form = { path: "/vehicles/new", intent: "", fields: { make: "Fiat", description: "Found in a barn." } };

describe("a session that is over", () => {
  test("is remembered for a day, however it ended", () => {
    const user = makeUser();
    const [first, second, third] = [startSession(user.id, ""), startSession(user.id, ""), startSession(user.id, "")];
    expect(findEndedOwner(newToken())).toBeUndefined();
    const { id } = db().select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, user.id)).get()!;
    expect(endSessionOf(viewerOf(user), id)).toBe(true);
    expect([first, second].map(findViewer)).toEqual([null, expect.anything()]);
    expect(findEndedOwner(first)).toBe(user.id);
    endSessionsOf(user.id, third);
    expect(findEndedOwner(second)).toBe(user.id);
    expect(findViewer(third)).not.toBeNull();
    const later = now() + DAY;
    setClock(() => later);
    expect(findEndedOwner(first)).toBeUndefined();
  });

  test("that nobody used for long is remembered from when it is swept, and found before", () => {
    const user = makeUser();
    const token = startSession(user.id, "");
    const late = now() + 31 * DAY;
    setClock(() => late);
    expect(findViewer(token)).toBeNull();
    expect(findEndedOwner(token)).toBe(user.id);
    sweepSessions();
    expect(db().select().from(sessions).where(eq(sessions.userId, user.id)).all()).toEqual([]);
    expect(findEndedOwner(token)).toBe(user.id);
    const nextDay = late + DAY;
    setClock(() => nextDay);
    sweepAccounts();
    expect(db().select().from(endedSessions).where(eq(endedSessions.userId, user.id)).all()).toEqual([]);
  });

  test("leaves nothing after a logout, and is nobody's while the account is deactivated", () => {
    const user = makeUser();
    const [mine, other] = [startSession(user.id, ""), startSession(user.id, "")];
    endSession(mine);
    endSessionsOf(user.id);
    expect([mine, other].map(findEndedOwner)).toEqual([undefined, user.id]);
    // A browser whose session was ended from elsewhere, and which then logs out, or in as somebody else.
    endSession(other);
    expect(findEndedOwner(other)).toBeUndefined();
    const late = startSession(user.id, "");
    endSessionsOf(user.id);
    expect(findEndedOwner(late)).toBe(user.id);
    db().update(users).set({ active: false }).where(eq(users.id, user.id)).run();
    expect(findEndedOwner(late)).toBeUndefined();
  });
});

describe("a parked form", () => {
  test("is its writer's alone; the newest one counts, for a day", () => {
    const [user, other] = [makeUser(), makeUser()];
    expect(parkForm(user.id, { ...form, path: "/vehicles/9", intent: "comment" })).toBe(true);
    expect(parkForm(user.id, form)).toBe(true);
    const at = now();
    expect(findParkedForm(user.id)).toMatchObject(form);
    expect(findParkedForm(other.id)).toBeUndefined();
    expect(db().select().from(parkedForms).where(eq(parkedForms.userId, user.id)).all()).toHaveLength(1);
    setClock(() => at + DAY - HOUR);
    sweepAccounts();
    expect(findParkedForm(user.id)).toBeDefined();
    setClock(() => at + DAY + HOUR);
    expect(findParkedForm(user.id)).toBeUndefined();
    sweepAccounts();
    expect(db().select().from(parkedForms).where(eq(parkedForms.userId, user.id)).all()).toEqual([]);
  });

  test("has up to 64 KB of names and texts; one that is larger or says nothing changes nothing", () => {
    const user = makeUser();
    const story = (bytes: number) => ({ ...form, fields: { story: "x".repeat(bytes - "story".length) } });
    expect(parkForm(user.id, story(MAX_PARKED_BYTES))).toBe(true);
    expect(parkForm(user.id, story(MAX_PARKED_BYTES + 1))).toBe(false);
    expect(parkForm(user.id, { ...form, fields: { story: "é".repeat(MAX_PARKED_BYTES / 2) } })).toBe(false);
    expect(parkForm(user.id, { ...form, fields: { make: " ", description: "" } })).toBe(false);
    expect(parkForm(user.id, { ...form, path: `/${"x".repeat(2000)}` })).toBe(false);
    expect(parkForm(user.id, { ...form, intent: "x".repeat(41) })).toBe(false);
    expect(findParkedForm(user.id)?.fields.story).toHaveLength(MAX_PARKED_BYTES - 5);
    dropParkedForm(user.id);
    expect(findParkedForm(user.id)).toBeUndefined();
  });

  test("is in the person's export, and goes with the account", async () => {
    const user = makeUser();
    expect(collectData(viewerOf(user)).parkedForm).toBeNull();
    parkForm(user.id, form);
    endSessionsOf(user.id);
    expect(collectData(viewerOf(user)).parkedForm).toMatchObject({ path: form.path, fields: form.fields });
    startSession(user.id, "");
    endSessionsOf(user.id);
    await deleteAccount(viewerOf(user));
    for (const table of [parkedForms, endedSessions]) {
      expect(db().select().from(table).where(eq(table.userId, user.id)).all()).toEqual([]);
    }
  });
});
