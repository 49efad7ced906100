import { describe, expect, test } from "vitest";
import { db, transaction } from "~/db/client.server";
import * as schema from "~/db/schema";
import { deleteAccount, deleteGarage } from "~/features/account-deletion/commands.server";
import { ACCOUNT_MAIL, accountMails } from "~/features/accounts/mails.server";
import { updateProfile } from "~/features/accounts/profile.server";
import { confirmSecondStep, startSecondStep } from "~/features/accounts/second-step/commands.server";
import { startSession } from "~/features/accounts/sessions.server";
import { deleteAccountOf } from "~/features/administration/account.server";
import { addEntry } from "~/features/build-log/commands.server";
import { entryInput } from "~/features/build-log/schema.server";
import { openGarage } from "~/features/garages/commands.server";
import { changeSettings } from "~/features/notifications/settings/queries.server";
import { TICKET_MAIL } from "~/features/tickets/mails.server";
import { addVehicle } from "~/features/vehicles/commands.server";
import { decode } from "~/lib/decode";
import { now } from "~/lib/time";
import { recordAdminAction } from "~/services/log/audit-log.server";
import { enqueueMail } from "~/services/mail/outbox.server";
import { deliverDueMails, NEVER } from "~/services/mail/worker.server";
import { codeAt } from "../support/authenticator";
import { makeEvent } from "../support/events";
import { makeAdmin, makeComment, makeOwner, makePhoto, makeUser, makeVehicle, viewerOf } from "../support/make-rows";
import { counterProblems, rowCounts } from "../support/population";
import { allRows, findRow, insertRow } from "../support/rows";
import { emptyUploadsForEachTest, filesInUploads, pngs } from "../support/uploads";

emptyUploadsForEachTest();

const { auditLog, events, follows, garages, likes, mailOutbox, photos, reviews, tickets, users, vehicles } = schema;
const raw = () => db().$client;
const counts = () => rowCounts(raw());
const times = () => ({ createdAt: now(), updatedAt: now() });

type Place = { user: { id: number }; garage: { id: number }; vehicle: { id: number } };

function visit(from: { id: number }, { user, garage, vehicle }: Place, rating: number): void {
  insertRow(likes, { vehicleId: vehicle.id, userId: from.id, createdAt: now() });
  makeComment(vehicle, from);
  insertRow(follows, { followerId: from.id, followedId: user.id, createdAt: now() });
  insertRow(reviews, { garageId: garage.id, userId: from.id, rating, review: "Good.", ...times() });
}

const submitEvent = (userId: number, status: "pending" | "approved" | "rejected", image: string | null = null) =>
  makeEvent({ id: userId }, { status, image });

const attend = ({ user, vehicle }: Place, { id: eventId }: { id: number }) =>
  insertRow(schema.eventAttendances, { eventId, userId: user.id, vehicleId: vehicle.id, createdAt: now() });

function sendTicket(userId: number | null, email: string) {
  const fields = { category: "Bug Report", subject: "It", description: "Is broken." };
  return insertRow(tickets, { userId, ...fields, name: "Ada", email, ...times() });
}

async function settle(place: ReturnType<typeof makeOwner>): Promise<void> {
  const { viewer } = place;
  await updateProfile(viewer, { bio: "Oil." }, await pngs(90));
  const elan = { make: "Lotus", model: "Elan", year: 1967, condition: "", description: "", story: "" };
  const vehicleId = await addVehicle(viewer, elan, await pngs(40, 50));
  await addEntry(viewer, vehicleId, decode(entryInput, { title: "Oil" }), await pngs(60));
}

describe("deleting the account", () => {
  test("leaves no row and no file of it, and everybody else's as they were", async () => {
    const stayer = makeOwner({ name: "Stayer" });
    const third = makeOwner({ name: "Third" });
    await settle(stayer);
    visit(third.user, stayer, 4);
    visit(stayer.user, third, 2);
    const otherEvent = submitEvent(stayer.user.id, "approved");
    attend(third, otherEvent);
    const before = counts();
    const filesBefore = await filesInUploads();

    const leaver = makeOwner({ name: "Leaver", email: "leaver@example.com" });
    await settle(leaver);
    for (const member of [stayer, third]) {
      visit(leaver.user, member, 1);
      visit(member.user, leaver, 5);
    }
    submitEvent(leaver.user.id, "pending");
    submitEvent(leaver.user.id, "rejected");
    attend(leaver, otherEvent);
    changeSettings(leaver.user.id, { settings: { like: { mail: "daily" } } });
    confirmSecondStep(leaver.viewer, codeAt(startSecondStep(leaver.viewer).secret, now()), "");
    startSession(leaver.user.id, "curl/8");
    enqueueMail("reset-password", "leaver@example.com");
    expect(counts()).not.toEqual(before);
    expect((await filesInUploads()).length).toBeGreaterThan(filesBefore.length);

    await deleteAccount(leaver.viewer);

    expect(counts()).toEqual(before);
    expect(await filesInUploads()).toEqual(filesBefore);
    expect(counterProblems(raw())).toEqual([]);
    expect(raw().prepare("SELECT count(*) FROM users_fts WHERE users_fts MATCH 'leaver'").pluck().get()).toBe(0);
    expect(raw().pragma("foreign_key_check")).toEqual([]);
    await expect(deleteAccount(leaver.viewer)).rejects.toThrow(expect.objectContaining({ code: "not_found" }));
  });

  test("keeps approved events and tickets, without name and address", async () => {
    const admin = makeAdmin();
    const leaver = makeUser({ name: "Leaver", email: "leaver@example.com" });
    const event = submitEvent(leaver.id, "approved", "https://images.example.com/event.jpg");
    const ticket = sendTicket(leaver.id, "elsewhere@example.com");
    const foreign = sendTicket(admin.id, "elsewhere@example.com");
    const answer = { authorId: admin.id, authorName: admin.name, text: "Yes.", createdAt: now() };
    insertRow(schema.ticketReplies, { ticketId: ticket.id, ...answer });
    enqueueMail(TICKET_MAIL.received, "elsewhere@example.com", { ticketId: ticket.id });
    enqueueMail(TICKET_MAIL.received, "elsewhere@example.com", { ticketId: foreign.id });
    enqueueMail("verify-email", "elsewhere@example.com");
    enqueueMail("password-changed", "leaver@example.com");

    await deleteAccount(viewerOf(leaver));

    expect(findRow(events, event.id)).toMatchObject({ userId: null, image: "https://images.example.com/event.jpg" });
    expect(findRow(tickets, ticket.id)).toMatchObject({ userId: null, name: "Deleted member", email: "" });
    expect(allRows(schema.ticketReplies)[0]?.authorName).toBe(admin.name);
    const mails = allRows(mailOutbox);
    expect(mails).toMatchObject([
      { kind: TICKET_MAIL.received, payload: { ticketId: foreign.id } },
      { kind: "verify-email" },
    ]);
    const everything = Object.keys(counts())
      .map((table) => JSON.stringify(raw().prepare(`SELECT * FROM ${table}`).all()))
      .join();
    expect(everything).not.toMatch(/Leaver|leaver@/);
  });

  test("leaves no address in the outbox: only the last mail waits, and goes once it is sent", async () => {
    const leaver = makeUser({ email: "leaver@example.com" });
    const addresses = { oldEmail: "earlier@example.com", newEmail: "leaver@example.com" };
    const change = insertRow(schema.emailChanges, { userId: leaver.id, ...addresses, createdAt: now() });
    const mail = { kind: "password-changed", recipient: "leaver@example.com", payload: {}, createdAt: now() };
    insertRow(mailOutbox, [
      { ...mail, nextAttemptAt: now(), sentAt: now() },
      { ...mail, nextAttemptAt: NEVER, lastError: "550 No", isRefused: true },
      { ...mail, nextAttemptAt: now() },
      { ...mail, nextAttemptAt: now(), sentAt: now(), recipient: "other@example.com" },
    ]);
    enqueueMail(ACCOUNT_MAIL.emailChanged, "earlier@example.com", { changeId: change.id });
    enqueueMail(ACCOUNT_MAIL.emailChanged, "other@example.com", { changeId: change.id + 1 });

    await deleteAccountOf(viewerOf(makeAdmin()), leaver.id);

    const recipients = () => allRows(mailOutbox).map(({ recipient }) => recipient);
    const others = ["other@example.com", "other@example.com"];
    expect(recipients()).toEqual([...others, "leaver@example.com"]);
    const sent: string[] = [];
    await deliverDueMails(accountMails, () => Promise.reject(new Error("no")));
    expect(recipients()).toContain("leaver@example.com");
    db().update(mailOutbox).set({ nextAttemptAt: now() }).run();
    await deliverDueMails(accountMails, async ({ to, subject }) => void sent.push(`${to}: ${subject}`));
    expect(sent).toEqual(["leaver@example.com: Your account was deleted"]);
    expect(recipients()).toEqual(["other@example.com"]);
  });

  test("keeps files that another user shows, or that belong to a remaining event", async () => {
    const stayer = makeOwner();
    const leaver = makeOwner();
    await settle(leaver);
    const [shared = "", eventImage = ""] = allRows(photos).map(({ photo }) => photo);
    const avatar = viewerOf(leaver.user).avatar;
    makePhoto(stayer.vehicle, { photo: shared });
    submitEvent(leaver.user.id, "approved", eventImage);
    const twin = makeUser({ avatar: avatar });
    await deleteAccount(leaver.viewer);
    const files = (await filesInUploads()).join(" ");
    for (const name of [shared, eventImage, avatar]) expect(files).toContain(name.slice(0, -4));
    await deleteAccount(viewerOf(twin));
    expect((await filesInUploads()).join(" ")).not.toContain(avatar.slice(0, -4));
  });

  test("takes more photos than one look-up of names can hold", async () => {
    const { viewer, vehicle } = makeOwner();
    transaction(() => {
      for (let position = 1; position <= 1_201; position += 1) makePhoto(vehicle, { position });
    });
    await deleteAccount(viewer);
    expect(counts().photos).toBe(0);
  });

  test("is refused to the last admin who can log in", async () => {
    const admin = makeAdmin();
    makeAdmin({ active: false });
    const last = expect.objectContaining({ code: "conflict", message: expect.stringContaining("last admin") });
    await expect(deleteAccount(viewerOf(admin))).rejects.toThrow(last);
    const second = makeAdmin({ name: "Second" });
    recordAdminAction(second, { action: "user.deactivate", subjectType: "user", subjectId: 99 });
    await deleteAccount(viewerOf(second));
    await expect(deleteAccount(viewerOf(admin))).rejects.toThrow(last);
    expect(findRow(users, admin.id)).toBeDefined();
    expect(allRows(auditLog)[0]).toMatchObject({ actorId: second.id, actorName: "Second" });
  });
});

describe("deleting the garage", () => {
  const places = { location: "Here", isPublicAddress: false, address: "", showOnMap: false };
  const secondGarage = { garageName: "Second", about: "", ...places };

  test("keeps the account and its other activity; it may open a new garage", async () => {
    const stayer = makeOwner();
    const owner = makeOwner();
    await updateProfile(owner.viewer, {}, await pngs(90));
    const avatar = await filesInUploads();
    visit(owner.user, stayer, 3);
    const { follows: _, ...before } = counts();
    await settle(owner);
    makeVehicle(owner.garage);
    visit(stayer.user, owner, 3);

    await deleteGarage(owner.viewer);

    const goes = { garages: before.garages! - 1, vehicles: before.vehicles! - 1, activities: before.activities! - 1 };
    const { follows: followsAfter, ...after } = counts();
    expect(after).toEqual({ ...before, ...goes });
    // Users follow users, not garages.
    expect(followsAfter).toBe(2);
    expect((await filesInUploads()).length).toBe(avatar.length);
    expect(counterProblems(raw())).toEqual([]);
    for (const table of [garages, vehicles])
      expect(allRows(table).filter(({ userId }) => userId === owner.user.id)).toEqual([]);
    await expect(deleteGarage(owner.viewer)).rejects.toThrow(expect.objectContaining({ code: "not_found" }));

    const id = await openGarage(viewerOf(owner.user), secondGarage, []);
    expect(id).toBeGreaterThan(owner.garage.id);
  });

  test("deletes no other user's files; a new garage with a new picture keeps a shared old one", async () => {
    const owner = makeOwner();
    await updateProfile(owner.viewer, {}, await pngs(90));
    const { avatar } = viewerOf(owner.user);
    const twin = makeUser({ avatar });
    await deleteGarage(owner.viewer);
    await openGarage(viewerOf(owner.user), secondGarage, await pngs(70));
    const stem = avatar.slice(0, -4);
    expect((await filesInUploads()).join()).toContain(stem);
    await updateProfile(viewerOf(twin), {}, await pngs(80));
    expect((await filesInUploads()).join()).not.toContain(stem);
    const otherOwner = makeOwner();
    await expect(deleteGarage(viewerOf(makeUser()))).rejects.toThrow("You do not have a garage.");
    expect(findRow(garages, otherOwner.garage.id)).toBeDefined();
  });
});
