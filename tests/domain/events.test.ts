import { describe, expect, test } from "vitest";
import { auditLog, events, mailOutbox, users } from "~/db/schema";
import { ADMINS_ONLY } from "~/features/accounts/policy";
import { editEvent, submitEvent } from "~/features/events/commands.server";
import { approveEvent, rejectEvent } from "~/features/events/decisions.server";
import { eventJson } from "~/features/events/json.server";
import { eventMails } from "~/features/events/mails.server";
import { EVENT_NOT_FOUND, NOT_YOUR_EVENT } from "~/features/events/policy";
import { getEventPage, getEventToEdit } from "~/features/events/queries.server";
import { eventChange, eventInput } from "~/features/events/schema.server";
import { decode } from "~/lib/decode";
import { setClock } from "~/lib/time";
import { deliveredTo } from "../support/account-mail";
import { makeEvent } from "../support/events";
import { GOOD_EVENT } from "../support/good-event";
import { animatedGif, htmlAsJpeg, jpegWithExif, png } from "../support/images";
import { makeAdmin, makeUser, viewerOf } from "../support/make-rows";
import { failureOf } from "../support/refusal";
import { allRows, changeRow, findRow, removeRow } from "../support/rows";
import { emptyUploadsForEachTest, filesInUploads, uploaded } from "../support/uploads";

emptyUploadsForEachTest();

const admin = () => viewerOf(makeAdmin({ name: "Grace" }));
const member = (name = "Ada") => viewerOf(makeUser({ name }));
const row = (id: number) => findRow(events, id);
const submit = (viewer = member(), overrides: Record<string, unknown> = {}, files = {}) =>
  submitEvent(viewer, decode(eventInput, { ...GOOD_EVENT, ...overrides }), files);
const edit = (viewer: ReturnType<typeof member>, id: number, overrides: Record<string, unknown>, files = {}) =>
  editEvent(viewer, id, decode(eventChange, overrides), files);
const file = (bytes: Buffer, filename = "poster.jpg") => uploaded({ filename, bytes });

const refusal = async (work: () => unknown) => (await failureOf(work))!;
const codeOf = async (work: () => unknown) => (await refusal(work)).code;

const STOPS = [
  /\/unsubscribe\/[\w-]{22}\.decision$/,
  /\/unsubscribe\/[\w-]{22}\.all$/,
  /\/settings\/notifications$/,
].map((link) => expect.stringMatching(link));

describe("a submission", () => {
  test("waits for review", async () => {
    const viewer = member();
    const id = await submit(viewer, { title: "  Käfer\tTag " });
    const titleFields = { title: "Käfer Tag", titleFolded: "kafer tag", userId: viewer.id };
    expect(row(id)).toMatchObject({ ...GOOD_EVENT, ...titleFields, status: "pending", image: null, sequence: 0 });
  });

  test("takes whole days and odd forms of times, and one picture, in the field of either name", async () => {
    const span = async (overrides: Record<string, unknown>) => {
      const { startDate, endDate } = row(await submit(undefined, overrides))!;
      return [startDate, endDate];
    };
    expect(await span({ startDate: "2031-05-01", endDate: "2031-05-03" })).toEqual(["2031-05-01", "2031-05-03"]);
    expect(await span({ allDay: "on" })).toEqual(["2031-05-01", "2031-05-01"]);
    const expected = ["2031-05-01T00:00", "2031-05-01T09:00"];
    expect(await span({ startDate: "2031-05-01", endDate: "2031-05-01T09:00:00Z" })).toEqual(expected);
    expect(await span({ endDate: "2031-05-01" })).toEqual(["2031-05-01T17:00", "2031-05-01T23:59"]);
    const firstEvent = await submit(undefined, {}, { photos: [file(await jpegWithExif())] });
    const secondEvent = await submit(undefined, {}, { image: [file(await png(), "poster.png")] });
    for (const id of [firstEvent, secondEvent])
      expect(row(id)?.image).toMatch(/^[0-9a-z]{20,}_\d+x\d+_[0-9a-f]{6}\.jpg$/);
    expect(row(await submit(undefined, {}, { photos: [file(await animatedGif())] }))?.image).toMatch(/_a\.jpg$/);
  });

  test.each([
    ["2031-05-01T10:00", "2031-05-01T10:00", null],
    ["2031-05-01T10:00", "2031-05-01", null],
    ["2031-05-01T10:01", "2031-05-01T10:00", "The end must not be before the start."],
    ["2031-05-02", "2031-05-01T23:59", "The end must not be before the start."],
    ["2031-05-01", "2033-04-30", null],
    ["2031-05-01", "2033-05-01", "An event can last two years at most."],
  ])("from %s to %s: %s", async (startDate, endDate, message) => {
    const attempt = () => submit(undefined, { startDate, endDate });
    if (message === null) expect(await attempt()).toBeGreaterThan(0);
    else expect((await refusal(attempt)).fields).toEqual({ endDate: [message] });
  });

  test("with more than one picture, or none, is refused, and nothing is stored", async () => {
    const viewer = member();
    const picture = file(await jpegWithExif());
    for (const files of [{ photos: [picture, picture] }, { photos: [picture], image: [picture] }])
      expect((await refusal(() => submit(viewer, {}, files))).fields).toEqual({
        photos: ["Please choose one photo only."],
      });
    const { code, message } = await refusal(() => submit(viewer, {}, { image: [file(htmlAsJpeg(), "page.jpg")] }));
    expect([code, message.includes("page.jpg")]).toEqual(["invalid", true]);
    await refusal(() => submit(viewer, { endDate: "2030-01-01" }, { image: [picture] }));
    expect(allRows(events)).toEqual([]);
    expect(await filesInUploads()).toEqual([]);
  });
});

test.each(["pending", "rejected"] as const)("who sees an event: a %s one: its submitter and admins", async (status) => {
  const ada = member();
  const { id } = makeEvent(ada, { status, rejectionReason: "Too far" });
  for (const viewer of [null, member("Bo")]) {
    const { code, message } = await refusal(() => getEventPage(id, viewer));
    expect([code, message]).toEqual(["not_found", EVENT_NOT_FOUND]);
    expect(await codeOf(() => eventJson(id, viewer))).toBe("not_found");
  }
  for (const viewer of [ada, admin()]) {
    expect(getEventPage(id, viewer).submission).toMatchObject({ status, submitter: { name: "Ada" } });
    expect(eventJson(id, viewer)).toMatchObject({ status, rejectionReason: "Too far" });
  }
});

test("who sees an event: an approved one: everyone, without its submitter; it outlives that account", () => {
  const ada = member();
  const { id } = makeEvent(ada);
  for (const viewer of [null, member("Bo")]) {
    const page = getEventPage(id, viewer);
    expect([page.submission, page.viewerCanEdit, page.viewerCanDecide]).toEqual([null, false, false]);
    expect(Object.keys(eventJson(id, viewer))).not.toContain("submittedBy");
    expect(JSON.stringify([page, eventJson(id, viewer)])).not.toContain("Ada");
  }
  expect(eventJson(id, ada).submittedBy).toEqual({ _id: String(ada.id), name: "Ada" });
  removeRow(users, ada.id);
  expect(getEventPage(id, null).title).toBe(GOOD_EVENT.title);
  expect(eventJson(id, admin()).submittedBy).toEqual({ _id: null, name: "Deleted member" });
});

describe("an edit", () => {
  test("changes what is given of a pending one, the end after the start, and submits a rejected one again unless nothing is given", async () => {
    const ada = member();
    const { id } = makeEvent(ada, { status: "pending" });
    await edit(ada, id, { title: "Émigré", url: "" });
    expect(row(id)).toMatchObject({ ...GOOD_EVENT, title: "Émigré", titleFolded: "emigre", url: null });
    for (const input of [{ startDate: "2031-05-02" }, { endDate: "2031-04-30T10:00" }])
      expect((await refusal(() => edit(ada, id, input))).fields).toHaveProperty("endDate");
    await edit(ada, id, { allDay: true });
    const whole = { startDate: "2031-05-01", endDate: "2031-05-01", titleFolded: "emigre", status: "pending" };
    expect(row(id)).toMatchObject(whole);
    const { id: rejectedId } = makeEvent(ada, { status: "rejected", rejectionReason: "Where?", decidedAt: 1 });
    const before = row(rejectedId);
    expect(await edit(ada, rejectedId, {})).toBe(false);
    expect(row(rejectedId)).toEqual(before);
    await edit(ada, rejectedId, { location: "Goodwood" });
    const resubmitted = { status: "pending", rejectionReason: null, decidedAt: null };
    expect(row(rejectedId)).toMatchObject({ ...resubmitted, location: "Goodwood" });
  });

  test("is the submitter's alone, and leaves what is approved as it was", async () => {
    const ada = member();
    const approved = makeEvent(ada).id;
    const act = (viewer: typeof ada, id: number) => edit(viewer, id, { title: "x" });
    for (const status of ["pending", "rejected"] as const) {
      const { id } = makeEvent(ada, { status });
      expect(await codeOf(() => act(member("Bo"), id))).toBe("not_found");
      expect(await refusal(() => act(admin(), id))).toMatchObject({ code: "forbidden", message: NOT_YOUR_EVENT });
    }
    expect(await codeOf(() => act(member("Bo"), approved))).toBe("forbidden");
    expect(await act(ada, approved)).toBe(true);
    expect(await codeOf(() => act(ada, 999))).toBe("not_found");
    expect(getEventToEdit(approved, ada)).toMatchObject({ title: "x", reviewed: true });
    expect(row(approved)?.title).toBe(GOOD_EVENT.title);
  });

  test("replaces and removes the picture with its files", async () => {
    const ada = member();
    const id = await submit(ada, {}, { photos: [file(await jpegWithExif())] });
    const first = row(id)?.image;
    await edit(ada, id, { title: "Same picture" });
    expect(row(id)?.image).toBe(first);
    await edit(ada, id, {}, { image: [file(await png())] });
    expect(row(id)?.image).not.toBe(first);
    expect((await filesInUploads()).some((name) => name.includes(first!.slice(0, 20)))).toBe(false);
    await edit(ada, id, { removeImage: "on" });
    expect([row(id)?.image, await filesInUploads()]).toEqual([null, []]);
    await edit(ada, id, {}, { photos: [file(await jpegWithExif())] });
    makeEvent(member("Bo"), { image: row(id)!.image });
    await edit(ada, id, { removeImage: "on" });
    expect(await filesInUploads()).not.toEqual([]);
  });
});

describe("a decision", () => {
  test("approves: live, logged, numbered for calendars, mailed", async () => {
    const ada = makeUser({ name: "Ada", email: "ada@example.com" });
    const grace = admin();
    const { id } = makeEvent(ada, { status: "pending" });
    setClock(() => Date.parse("2031-01-01T00:00:00Z"));
    approveEvent(grace, id);
    expect(row(id)).toMatchObject({ status: "approved", sequence: 1, decidedAt: Date.parse("2031-01-01T00:00:00Z") });
    const act = { actorId: grace.id, actorName: "Grace", action: "event.approve", reason: null };
    const fields = { subjectType: "event", subjectId: String(id) };
    expect(allRows(auditLog)).toMatchObject([
      { ...act, ...fields, before: { status: "pending" }, after: { status: "approved" } },
    ]);
    const [mail] = await deliveredTo("ada@example.com", eventMails);
    expect(mail?.subject).toBe("“Air-Cooled Evening” is in the calendar");
    expect(mail?.text).toContain("Thursday 1 May 2031, 17:00 to 22:30, Old Airfield, Goodwood, England");
    expect(mail?.links).toEqual([expect.stringMatching(new RegExp(`/events/${id}$`)), ...STOPS]);
  });

  test("rejects, with a reason or without", async () => {
    const ada = makeUser({ email: "ada@example.com" });
    const firstEvent = makeEvent(ada, { status: "pending" });
    const secondEvent = makeEvent(ada, { status: "pending", title: "Second" });
    const reason = "Too far away.\n\nPlease say where.";
    rejectEvent(admin(), firstEvent.id, reason);
    rejectEvent(admin(), secondEvent.id);
    expect(row(firstEvent.id)).toMatchObject({ status: "rejected", rejectionReason: reason, sequence: 0 });
    expect(row(secondEvent.id)).toMatchObject({ status: "rejected", rejectionReason: null });
    const actions = [reason, null].map((reason) => ({ action: "event.reject", reason }));
    expect(allRows(auditLog)).toMatchObject(actions);
    const mails = await deliveredTo("ada@example.com", eventMails);
    const first = mails.find(({ subject }) => subject.includes("Air-Cooled"));
    expect(first?.text).toContain("Too far away.");
    expect(first?.links).toEqual([expect.stringMatching(new RegExp(`/events/${firstEvent.id}/edit$`)), ...STOPS]);
    expect(mails.find(({ subject }) => subject.includes("Second"))?.text).not.toContain("reason");
  });

  test("a repeated decision has no effect, the opposite one is a conflict", async () => {
    const grace = admin();
    const [liveId, rejectedId] = [1, 2].map(() => makeEvent(makeUser(), { status: "pending" }).id) as [number, number];
    for (let times = 0; times < 2; times += 1) {
      approveEvent(grace, liveId);
      rejectEvent(grace, rejectedId, times === 0 ? "First" : "Second");
    }
    expect(row(rejectedId)?.rejectionReason).toBe("First");
    expect([row(liveId)?.sequence, allRows(mailOutbox).length]).toEqual([1, 2]);
    expect(allRows(auditLog)).toHaveLength(2);
    expect(await codeOf(() => rejectEvent(grace, liveId))).toBe("conflict");
    expect(await codeOf(() => approveEvent(grace, rejectedId))).toBe("conflict");
  });

  test("is about what was read: edited since, it is looked at again", async () => {
    const ada = member();
    const grace = admin();
    const id = await submit(ada);
    const { revision } = getEventPage(id, grace).submission!;
    await edit(ada, id, { title: "Something else" });
    for (const act of [() => approveEvent(grace, id, revision), () => rejectEvent(grace, id, "", revision)])
      expect((await refusal(act)).message).toBe("This event was changed in the meantime. Please look at it again.");
    approveEvent(grace, id, getEventPage(id, grace).submission!.revision);
    expect(row(id)?.status).toBe("approved");
  });

  test("is the admins'", async () => {
    const ada = member();
    const { id } = makeEvent(ada, { status: "pending" });
    for (const viewer of [ada, member("Bo")])
      for (const act of [() => approveEvent(viewer, id), () => rejectEvent(viewer, id)])
        expect(await refusal(act)).toMatchObject({ code: "forbidden", message: ADMINS_ONLY });
    expect(await codeOf(() => approveEvent(ada, 999))).toBe("forbidden");
    expect(await codeOf(() => approveEvent(admin(), 999))).toBe("not_found");
    expect(row(id)?.status).toBe("pending");
  });

  test("deleted accounts and former addresses get no mail", async () => {
    const ada = makeUser({ email: "ada@example.com" });
    rejectEvent(admin(), makeEvent(null, { status: "pending" }).id);
    expect(allRows(mailOutbox)).toEqual([]);
    approveEvent(admin(), makeEvent(ada, { status: "pending" }).id);
    changeRow(users, ada.id, { email: "new@example.com" });
    expect(await deliveredTo(undefined, eventMails)).toEqual([]);
  });
});
