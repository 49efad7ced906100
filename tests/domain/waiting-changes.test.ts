import { beforeEach, describe, expect, test } from "vitest";
import { publicVersion } from "~/db/client.server";
import { auditLog, eventChanges, events, notifications } from "~/db/schema";
import { deleteAccount } from "~/features/account-deletion/commands.server";
import { setUserActive } from "~/features/accounts/admins.server";
import { collectData } from "~/features/data-export/data.server";
import { attendEvent } from "~/features/events/attendance/commands.server";
import { editEvent } from "~/features/events/commands.server";
import { approveEvent, rejectEvent } from "~/features/events/decisions.server";
import { eventJson, listPendingEventsJson } from "~/features/events/json.server";
import { listEvents } from "~/features/events/list.server";
import { eventMails } from "~/features/events/mails.server";
import { getEventPage, getEventToEdit, listOwnEvents, listPendingEvents } from "~/features/events/queries.server";
import { countWaiting } from "~/features/events/rows.server";
import { eventChange, eventSearch } from "~/features/events/schema.server";
import { listItems } from "~/features/notifications/list.server";
import { notificationText } from "~/features/notifications/messages";
import { getPhotoQuota } from "~/features/photos/new-photos.server";
import { decode } from "~/lib/decode";
import { DAY, setClock } from "~/lib/time";
import { imageNamesInOrder } from "~/services/images/references.server";
import { deliveredTo } from "../support/account-mail";
import { makeEvent } from "../support/events";
import { jpegWithExif, png } from "../support/images";
import { makeAdmin, makeUser, viewerOf } from "../support/make-rows";
import { planOf, statementsOf } from "../support/query-plans";
import { refusalLike } from "../support/refusal";
import { allRows, findRow } from "../support/rows";
import { emptyUploadsForEachTest, filesInUploads, uploaded } from "../support/uploads";

emptyUploadsForEachTest();

const FUTURE = Date.parse("2031-04-01T12:00:00Z");
const PAGE = { page: 1, limit: 20 };
const LATER = { startDate: "2031-05-02T17:00", endDate: "2031-05-02T22:30" };

let ada: ReturnType<typeof viewerOf>;
let grace: ReturnType<typeof viewerOf>;
let goer: ReturnType<typeof viewerOf>;
let id: number;

beforeEach(() => {
  setClock(() => FUTURE);
  ada = viewerOf(makeUser({ name: "Ada", email: "ada@example.com" }));
  grace = viewerOf(makeAdmin({ name: "Grace" }));
  goer = viewerOf(makeUser({ name: "Gert" }));
  id = makeEvent(ada, { updatedAt: FUTURE - DAY }).id;
  for (const viewer of [ada, goer]) attendEvent(viewer, id, {});
});

const row = () => findRow(events, id)!;
const change = () => allRows(eventChanges).find(({ eventId }) => eventId === id);
const edit = (overrides: Record<string, unknown>, files = {}, viewer = ada) =>
  editEvent(viewer, id, decode(eventChange, overrides), files);
const read = () => getEventPage(id, grace).submission!.revision;
const picture = async () => ({ photos: [uploaded({ filename: "a.jpg", bytes: await jpegWithExif() })] });
const otherImage = async () => ({ photos: [uploaded({ filename: "b.png", bytes: await png() })] });
const isStored = async (name: string | null) =>
  (await filesInUploads()).some((file) => file.includes(name!.slice(0, 20)));
const summarize = (kind: "event" | "decision" | "admin") =>
  allRows(notifications)
    .filter((row) => row.kind === kind)
    .map(({ userId, detail, count }) => ({ who: userId, what: detail, count }))
    .sort((a, b) => a.who - b.who);

const mailed = async () => (await deliveredTo("ada@example.com", eventMails))[0];

describe("what the submitter changes of a live event", () => {
  test("waits: the event stays unchanged for everyone, and admins are notified", async () => {
    const snapshot = () => [row(), publicVersion(), getEventPage(id, null), eventJson(id, null)];
    const before = snapshot();
    expect(await edit({ ...LATER, title: "Émigré", url: "" })).toBe(true);
    expect(snapshot()).toEqual(before);
    expect(listEvents(decode(eventSearch, {}), PAGE).rows).toMatchObject([{ title: "Air-Cooled Evening" }]);
    expect(JSON.stringify([getEventPage(id, goer), eventJson(id, goer)])).not.toMatch(/Émigré|"change"|"revision"/);
    expect(summarize("event")).toEqual([]);
    expect(summarize("admin")).toEqual([{ who: grace.id, what: "events", count: 1 }]);
    expect(countWaiting()).toBe(1);
  });

  test("is marked for its submitter, and shown to admins before and after", async () => {
    await edit({ ...LATER, title: "Émigré", url: "" });
    const parts = [
      { field: "title", before: "Air-Cooled Evening", after: "Émigré" },
      { field: "when", before: "Thursday 1 May 2031, 17:00 to 22:30", after: "Friday 2 May 2031, 17:00 to 22:30" },
      { field: "url", before: "https://events.example/air-cooled", after: null },
    ];
    const expected = { status: "pending", rejectionReason: null, parts };
    expect(getEventPage(id, ada)).toMatchObject({
      submission: { change: expected, own: true },
      viewerCanDecide: false,
    });
    expect(getEventPage(id, grace)).toMatchObject({
      submission: { change: expected, own: false },
      viewerCanDecide: true,
    });
    const waiting = { title: "Air-Cooled Evening", change: expected };
    expect(listPendingEvents(grace, PAGE)).toMatchObject({ total: 1, rows: [waiting] });
    expect(listOwnEvents(ada, PAGE).rows).toMatchObject([{ status: "approved", change: { status: "pending" } }]);
    expect(getEventToEdit(id, ada)).toMatchObject({ ...LATER, title: "Émigré", url: null, reviewed: true });
    expect(getEventToEdit(id, grace)).toMatchObject({ title: "Air-Cooled Evening", reviewed: false });
    const json = { status: "pending", rejectionReason: null, ...LATER, title: "Émigré", url: null };
    for (const viewer of [ada, grace]) expect(eventJson(id, viewer)).toMatchObject({ change: json, revision: read() });
    const [pending] = listPendingEventsJson(grace, PAGE).rows;
    expect(pending).toMatchObject({ _id: String(id), status: "approved", change: json });
  });

  test("is based on the pending change, and withdrawn if it restores the event", async () => {
    await edit({ title: "First" });
    await edit({ location: "Reims, France" });
    expect(change()).toMatchObject({ title: "First", location: "Reims, France", startDate: null, createdAt: FUTURE });
    await edit({ title: "Second" });
    expect([change()?.title, summarize("admin")[0]?.count]).toEqual(["Second", 1]);
    const { title, location } = row();
    expect(await edit({ title, location })).toBe(false);
    expect([change(), summarize("admin")]).toEqual([undefined, []]);
    expect(await edit({ title })).toBe(false);
    expect([change(), row().sequence]).toEqual([undefined, 0]);
  });

  test("an admin's shows at once", async () => {
    await edit({ title: "At once" }, {}, grace);
    expect([row().title, change()]).toEqual(["At once", undefined]);
    await expect(edit({ endDate: "2031-04-01" })).rejects.toMatchObject({ fields: { endDate: [expect.any(String)] } });
    expect(change()).toBeUndefined();
  });
});

describe("approved", () => {
  test("it is published: numbered, logged, notified to attendees, and mailed", async () => {
    await edit({ ...LATER, title: "Émigré", location: "Reims, France" });
    await approveEvent(grace, id, read());
    const changedRow = { ...LATER, title: "Émigré", titleFolded: "emigre", location: "Reims, France" };
    expect(row()).toMatchObject({ ...changedRow, placeText: "Reims, France", status: "approved", sequence: 1 });
    expect(row().category).toBe("Club Meetup");
    expect(change()).toBeUndefined();
    expect(summarize("event")).toEqual([{ who: goer.id, what: "changed", count: 0 }]);
    expect(summarize("decision")).toEqual([{ who: ada.id, what: "change approved", count: 0 }]);
    expect(summarize("admin")).toEqual([]);
    expect(listItems(ada, PAGE).rows.map(notificationText)).toEqual(["Your change to “Émigré” was approved"]);
    const act = { actorId: grace.id, action: "event.approve", subjectId: String(id) };
    const before = { title: "Air-Cooled Evening", startDate: "2031-05-01T17:00" };
    const after = { title: "Émigré", startDate: "2031-05-02T17:00" };
    expect(allRows(auditLog)).toMatchObject([{ ...act, before, after }]);
    const mail = await mailed();
    expect(mail?.subject).toBe("Your change to “Émigré” is live");
    expect(mail?.text).toContain("your change to “Émigré” has been approved");
  });

  test("a change of texts notifies no attendee; repeated, it has no effect", async () => {
    await edit({ title: "Émigré" });
    const revision = read();
    await approveEvent(grace, id, revision);
    const before = row();
    await approveEvent(grace, id, revision);
    expect([row(), summarize("event"), allRows(auditLog).length]).toEqual([before, [], 1]);
  });

  test("only what was read: a newer change, and an admin's edit meanwhile, are looked at again", async () => {
    const conflict = refusalLike("conflict", "This event was changed in the meantime. Please look at it again.");
    await edit({ title: "Read" });
    const first = read();
    await edit({ title: "Unseen" });
    await expect(approveEvent(grace, id, first)).rejects.toEqual(conflict);
    expect(() => rejectEvent(grace, id, "", first)).toThrow(conflict);
    const second = read();
    await edit({ endDate: "2031-05-01T23:00" }, {}, viewerOf(makeAdmin()));
    await expect(approveEvent(grace, id, second)).rejects.toEqual(conflict);
    expect([row().title, change()?.title]).toEqual(["Air-Cooled Evening", "Unseen"]);
    await approveEvent(grace, id, read());
    // Changed by the admin alone.
    expect(row()).toMatchObject({ title: "Unseen", endDate: "2031-05-01T23:00" });
  });

  test("the dates come together", async () => {
    await edit({ startDate: "2031-05-01T22:00" });
    await edit({ endDate: "2031-05-01T21:00" }, {}, grace);
    await approveEvent(grace, id, read());
    expect(row()).toMatchObject({ startDate: "2031-05-01T22:00", endDate: "2031-05-01T22:30" });
  });

  test("an equal edit of an admin meanwhile is not published twice", async () => {
    await edit({ title: "Émigré" });
    await edit({ title: "Émigré" }, {}, grace);
    expect(listPendingEvents(grace, PAGE).rows).toMatchObject([{ change: { parts: [] } }]);
    await approveEvent(grace, id, read());
    expect([row().sequence, change()]).toEqual([1, undefined]);
  });
});

test("is decided without a revision too, as the contract allows", async () => {
  await edit({ title: "Émigré" });
  expect(rejectEvent(grace, id)).toBe("Change has been rejected.");
  await edit({ title: "Emigre" });
  expect(await approveEvent(grace, id)).toBe("Change approved and is now live.");
  expect(row().title).toBe("Emigre");
  expect(() => rejectEvent(grace, id)).toThrow("This event has already been approved.");
  expect(await approveEvent(grace, id)).toBe("Event approved and is now live.");
});

test("rejected: the event stays, and its submitter reads why and may try again", async () => {
  const before = row();
  await edit({ title: "Émigré" });
  const revision = read();
  expect(rejectEvent(grace, id, "Too French.", revision)).toBe("Change has been rejected.");
  expect(row()).toEqual(before);
  const rejectionReason = "Too French.";
  const refusal = { change: { status: "rejected", rejectionReason } };
  expect(getEventPage(id, ada)).toMatchObject({ submission: { status: "approved", ...refusal } });
  expect(getEventToEdit(id, ada)).toMatchObject({ title: "Émigré", rejected: true, rejectionReason });
  expect(listOwnEvents(ada, PAGE).rows).toMatchObject([refusal]);
  expect([listPendingEvents(grace, PAGE).total, summarize("admin"), summarize("event")]).toEqual([0, [], []]);
  const words = "Your change to “Air-Cooled Evening” was not accepted";
  expect(listItems(ada, PAGE).rows.map(notificationText)).toEqual([words]);
  rejectEvent(grace, id, "Again", read());
  const late = refusalLike("conflict", "This change has already been rejected.");
  await expect(approveEvent(grace, id, read())).rejects.toEqual(late);
  expect(allRows(auditLog)).toMatchObject([{ action: "event.reject", reason: "Too French." }]);
  const mail = await mailed();
  expect(mail?.subject).toBe(words);
  expect(mail?.text).toMatch(/The event stays as it was[\s\S]*Too French/);
  await edit({ title: "Emigre" });
  expect(change()).toMatchObject({ title: "Emigre", status: "pending", rejectionReason: null });
  expect(summarize("admin")).toHaveLength(1);
});

describe("its picture", () => {
  beforeEach(async () => {
    await edit({}, await picture(), grace);
  });

  test("leaves the event's own until it is approved", async () => {
    const ownImage = row().image;
    await edit({}, await otherImage());
    const proposed = change()!.image;
    expect(proposed).not.toBe(ownImage);
    expect([row().image, await isStored(ownImage), await isStored(proposed)]).toEqual([ownImage, true, true]);
    expect(getPhotoQuota(ada.id).used).toBe(row().imageBytes + change()!.imageBytes);
    expect([...imageNamesInOrder("photos")]).toEqual([ownImage, proposed].sort());
    await approveEvent(grace, id, read());
    expect([row().image, await isStored(ownImage), await isStored(proposed)]).toEqual([proposed, false, true]);
    expect(getPhotoQuota(ada.id).used).toBe(row().imageBytes);
  });

  test("another one takes its place, and without it there is the event's own again", async () => {
    const ownImage = row().image;
    await edit({ title: "Named" }, await otherImage());
    const first = change()!.image;
    await edit({}, await picture());
    const second = change()!.image;
    expect([await isStored(ownImage), await isStored(first), await isStored(second)]).toEqual([true, false, true]);
    await edit({ removeImage: "on" });
    expect(change()).toMatchObject({ title: "Named", image: null, imageBytes: 0 });
    expect([await isStored(ownImage), await isStored(second)]).toEqual([true, false]);
  });

  test("may be none", async () => {
    const ownImage = row().image;
    await edit({ removeImage: "on" });
    expect([row().image, getEventToEdit(id, ada).image, await isStored(ownImage)]).toEqual([ownImage, null, true]);
    expect(getEventPage(id, grace).submission?.change?.parts).toEqual([
      { field: "image", before: ownImage, after: null },
    ]);
    await approveEvent(grace, id, read());
    expect([row().image, row().imageBytes, await filesInUploads()]).toEqual([null, 0, []]);
  });
});

test("its submitter's account: takes it along with its picture, and leaves the event", async () => {
  await edit({ title: "Unseen" }, await picture());
  expect(collectData(ada).events).toMatchObject([
    { title: "Air-Cooled Evening", change: { status: "pending", title: "Unseen", image: { name: change()!.image } } },
  ]);
  await deleteAccount(ada);
  expect([change(), row().title, await filesInUploads()]).toEqual([undefined, "Air-Cooled Evening", []]);
  expect([listPendingEvents(grace, PAGE).total, summarize("admin")]).toEqual([0, []]);
});

test("its submitter's account: switched off, it waits as submitted events do", async () => {
  await edit({ title: "Waits" });
  setUserActive(grace, ada.id, { active: false });
  await approveEvent(grace, id, read());
  expect(row().title).toBe("Waits");
});

test("pending events and changes are one list for admins, soonest first, a deleted member's too, each page by its indexes", async () => {
  makeEvent(ada, { status: "pending", title: "second", startDate: "2031-05-03" });
  makeEvent(null, { status: "pending", title: "first", startDate: "2031-04-03" });
  await edit({ title: "Between" });
  const titles = (page: number) => listPendingEvents(grace, { page, limit: 2 }).rows.map(({ title }) => title);
  expect([titles(1), titles(2)]).toEqual([["first", "Air-Cooled Evening"], ["second"]]);
  const { rows, total } = listPendingEvents(grace, PAGE);
  expect([total, rows.map(({ submitter }) => submitter.name)]).toEqual([3, ["Deleted member", "Ada", "Ada"]]);
  for (const list of [listPendingEvents, listPendingEventsJson])
    expect(() => list(ada, PAGE)).toThrow("Could not fetch users. Are you an admin?");
  const [list] = statementsOf(() => listPendingEvents(grace, PAGE)).filter((text) => text.includes("UNION ALL"));
  const plan = planOf(list!).join("\n");
  expect(plan).toMatch(/SEARCH events USING COVERING INDEX events_calendar \(status=\?\)/);
  expect(plan).toContain("USING COVERING INDEX event_changes_waiting");
});
