import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { casePictures, cases, comments, mailOutbox, photos, reports, vehicles } from "~/db/schema";
import { env } from "~/env.server";
import type { Viewer } from "~/features/accounts/policy";
import { updateProfile } from "~/features/accounts/profile.server";
import { decideCase, decideObjection, objectToCase } from "~/features/cases/decisions.server";
import { countFigures, getFigures } from "~/features/cases/figures.server";
import { caseMails } from "~/features/cases/mails.server";
import { getCase } from "~/features/cases/queue.server";
import {
  getReport,
  getThingToReport,
  listOwnReports,
  lookAtThing,
  submitReport,
} from "~/features/cases/reports.server";
import { reportInput } from "~/features/cases/schema.server";
import { sweepCases } from "~/features/cases/sweep.server";
import { findImageAccess, findImageFile } from "~/features/photos/image-files.server";
import { deleteVehicle, updateVehicle } from "~/features/vehicles/commands.server";
import { addPhotos, deletePhoto } from "~/features/vehicles/gallery.server";
import { decode } from "~/lib/decode";
import { DAY, HOUR, MINUTE, now, setClock } from "~/lib/time";
import { deliveredTo } from "../support/account-mail";
import { decision, makeThings } from "../support/cases";
import { makeEvent } from "../support/events";
import { makeAdmin, makeEntry, makeOwner, makePhoto, makeUser, viewerOf } from "../support/make-rows";
import { planOf, statementsOf } from "../support/query-plans";
import { fieldErrors, refusalLike } from "../support/refusal";
import { allRows, changeRow, findRow } from "../support/rows";
import { emptyUploadsForEachTest, pngs } from "../support/uploads";

emptyUploadsForEachTest();

const GOOD = { reason: "spam", text: "Sells watches.", goodFaith: "on" };
const ADA = { name: "Ada" };
const VISITOR = { name: "Vic", email: "vic@example.com" };

const report = (path: string, viewer: Viewer | null = null, overrides: Record<string, unknown> = {}) =>
  submitReport(viewer, decode(reportInput, { ...GOOD, ...(viewer ? {} : VISITOR), about: path, ...overrides }));
const tokenOf = ({ link }: { link: string }) => link.split("/").at(-1)!;
const decide = (id: number, measure: string, viewer = viewerOf(makeAdmin())) =>
  decideCase(viewer, id, decision({ measure, rule: "No spam", facts: "It sells watches, and nothing else." }));
const mailsTo = (address: string) => deliveredTo(address, caseMails);

describe("what can be reported", () => {
  test("is every public thing, by its path", () => {
    for (const [kind, path] of Object.entries(makeThings(ADA).paths)) {
      const view = lookAtThing(null, path);
      // Only the submitter and staff know it.
      expect(view).toMatchObject({ kind, about: path, by: kind === "event" ? null : "Ada" });
      expect(JSON.stringify(view).includes("Ada")).toBe(kind !== "event");
      expect(view.title).toMatch(/\S/);
    }
  });

  test("is found by the full URL too, and a comment's or review's address on its page", () => {
    const { paths: abouts, comment, review, otherOwner: host } = makeThings(ADA);
    const places = [
      [`http://localhost:${env().PORT}${abouts.vehicle}`, abouts.vehicle],
      [`${abouts.vehicle}/?page=2#gallery`, abouts.vehicle],
      [`/vehicles/${host.vehicle.id}?page=1#comment-${comment.id}`, abouts.comment],
      [`/garages/${host.garage.id}/reviews#review-${review.id}`, abouts.review],
    ] as const;
    for (const [address, path] of places) expect(getThingToReport(null, address).about).toBe(path);
  });

  test("is nothing of one's own", () => {
    const { paths: abouts, viewer } = makeThings(ADA);
    const ownThing = refusalLike("forbidden", "This is your own. You can change or delete it yourself.");
    for (const path of Object.values(abouts)) expect(() => report(path, viewer), path).toThrow(ownThing);
    expect(allRows(cases)).toEqual([]);
  });

  test("is nothing that is not there, hidden, not public or elsewhere", () => {
    const { paths: abouts, comment, vehicle } = makeThings(ADA);
    changeRow(comments, comment.id, { hidden: 2 });
    const entryPhoto = makePhoto(vehicle, { entryId: makeEntry(vehicle).id });
    const missingPaths = [
      ...["", "/", "/vehicles/999", "/vehicles/0x1", "/profile/1", "//evil.example/vehicles/1", "javascript:1"],
      ...["https://evil.example/vehicles/1", abouts.comment, `/events/${makeEvent(null, { status: "pending" }).id}`],
      `/vehicles/${vehicle.id}/photos/${entryPhoto.id}`,
    ];
    const nothing = refusalLike("not_found", "There is nothing at this address that can be reported.");
    for (const path of missingPaths) expect(() => getThingToReport(null, path), path).toThrow(nothing);
  });
});

describe("the reporter", () => {
  const missing = (overrides: Record<string, unknown>, viewer: Viewer | null = null) => {
    const { vehicle } = makeOwner();
    return Object.keys(fieldErrors(() => report(`/vehicles/${vehicle.id}`, viewer, overrides)));
  };
  const NOBODY = { name: "", email: "" };

  test("is named as a visitor, except for a crime against children", () => {
    expect(missing({})).toEqual([]);
    expect(missing(NOBODY)).toEqual(["name", "email"]);
    expect(missing({ name: "" })).toEqual(["name"]);
    expect(missing({ ...NOBODY, children: "on" })).toEqual(["name", "email"]);
    expect(missing({ ...NOBODY, reason: "illegal" })).toEqual(["name", "email"]);
    expect(missing({ ...NOBODY, reason: "illegal", children: "on", law: "§ 1" })).toEqual([]);
    expect(allRows(reports).at(-1)).toMatchObject({ name: "", email: "", law: "A crime against children: § 1" });
    expect(missing({ ...NOBODY, reason: "illegal", children: "on", law: "x".repeat(200) })).toEqual([]);
    expect(allRows(reports).at(-1)?.law).toMatch(/^A crime against children: x{150,172}…$/);
  });

  test("is the logged-in member, whatever name is sent", () => {
    const member = viewerOf(makeUser());
    expect(missing({ name: "Somebody", email: "else@example.com" }, member)).toEqual([]);
    expect(allRows(reports)).toMatchObject([{ reporterId: member.id, name: "", email: "" }]);
  });

  test("must describe the problem, in good faith", () => {
    const wrong = { reason: "", text: " ", email: "vic@", goodFaith: "" };
    expect(missing(wrong)).toEqual(["reason", "text", "email", "goodFaith"]);
    const odd = { text: "x".repeat(2_001), law: "x".repeat(201), reason: "ugly" };
    expect(missing(odd)).toEqual(["reason", "text", "law"]);
  });
});

describe("a case", () => {
  test("is one for all reports of a thing while it is open, and a new one after it", () => {
    const { paths: abouts } = makeThings(ADA);
    const [firstReporter, secondReporter] = [viewerOf(makeUser()), viewerOf(makeUser())];
    report(abouts.comment, firstReporter);
    report(abouts.comment, secondReporter, { reason: "harassment" });
    report(abouts.comment);
    report(abouts.vehicle);
    expect(allRows(cases)).toMatchObject([
      { about: abouts.comment, kind: "comment", state: "open", reportCount: 3, personName: "Ada" },
      { about: abouts.vehicle, kind: "vehicle", reportCount: 1 },
    ]);
    decide(1, "none");
    report(abouts.comment, firstReporter);
    expect(allRows(cases).map(({ state, reportCount }) => `${state} ${reportCount}`)).toEqual([
      ...["decided 3", "open 1", "open 1"],
    ]);
    expect(allRows(reports).map(({ caseId }) => caseId)).toEqual([1, 1, 1, 2, 3]);
  });

  test("hides nothing, however many have reported", () => {
    const { vehicle } = makeOwner();
    for (let index = 0; index < 30; index += 1) report(`/vehicles/${vehicle.id}`, viewerOf(makeUser()));
    expect(findRow(vehicles, vehicle.id)?.hidden).toBe(0);
  });

  test("keeps texts and pictures as of the report, for staff only, after an edit and after the deletion", async () => {
    const { viewer, vehicle, garage } = makeOwner();
    updateVehicle(viewer, vehicle.id, { story: "Call 555 for watches." });
    await addPhotos(viewer, vehicle.id, await pngs(30, 40));
    const [first, second] = allRows(photos);
    report(`/vehicles/${vehicle.id}`);
    report(`/garages/${garage.id}`);
    const snapshot = { title: "1967 Lotus Elan", story: "Call 555 for watches." };
    updateVehicle(viewer, vehicle.id, { story: "A fine car." });
    // Unaffected by later changes.
    report(`/vehicles/${vehicle.id}`);
    await deletePhoto(viewer, first!.id);
    const staff = [viewerOf(makeAdmin()), viewerOf(makeUser({ role: "moderator" }))];
    const others = [null, viewer, viewerOf(makeUser())];
    const access = (viewer: Viewer | null, name: string) => findImageAccess("photos", name, async () => viewer);
    const isReadable = async (name: string) => (await findImageFile("photos", name, { accept: "" })) !== null;
    for (const viewer of staff) expect(await access(viewer, first!.photo)).toBe("restricted");
    for (const viewer of others) expect(await access(viewer, first!.photo)).toBeNull();
    expect(await access(null, second!.photo)).toBe("public");
    await deleteVehicle(viewer, vehicle.id);
    expect(findRow(cases, 1)).toMatchObject({ snapshot, reportCount: 2, personId: viewer.id });
    expect(allRows(casePictures).map(({ image }) => image)).toEqual([first!.photo, second!.photo]);
    for (const { photo } of [first!, second!]) {
      const accessLevels = [await isReadable(photo), await access(null, photo), await access(staff[0]!, photo)];
      expect(accessLevels).toEqual([true, null, "restricted"]);
    }
    db().delete(cases).where(eq(cases.id, 1)).run();
    expect(allRows(casePictures)).toEqual([]);
  });
});

describe("what was there", () => {
  const snapshotOf = (path: string) => {
    report(path);
    return { ...allRows(cases).at(-1)!, pictures: allRows(casePictures).map(({ image }) => image) };
  };

  test("of an event contains its time, category and cancellation, of a garage its address", () => {
    const event = makeEvent(makeUser(), {
      ...{ title: "Meet", category: "Meetup", startDate: "2031-05-10T09:00", endDate: "2031-05-11T17:00" },
      ...{ cancelledAt: now(), cancelReason: "Ask 555." },
    });
    expect(snapshotOf(`/events/${event.id}`).snapshot).toMatchObject({
      ...{ when: "2031-05-10 09:00 – 2031-05-11 17:00", category: "Meetup", cancelled: "Ask 555." },
    });
    const { garage } = makeOwner({ location: "Call 555", bio: "Hello." });
    expect(snapshotOf(`/garages/${garage.id}`)).toMatchObject({
      snapshot: { location: "Goodwood, England", from: "Call 555", bio: "Hello." },
      avatar: null,
    });
  });

  test("of a picture from elsewhere is its address", () => {
    const { vehicle } = makeOwner();
    const [cover, photo] = ["https://pictures.example.com/cover.jpg", makePhoto(vehicle).photo];
    changeRow(vehicles, vehicle.id, { coverPhoto: cover });
    expect(snapshotOf(`/vehicles/${vehicle.id}`).pictures).toEqual([cover, photo]);
  });

  test("of a garage is its owner's picture, which staff alone see after another has taken its place, and for as long as the case", async () => {
    const start = 1_800_000_000_000;
    setClock(() => start);
    const { viewer, garage } = makeOwner();
    const change = async () => updateProfile(viewer, {}, await pngs(30));
    await change();
    const { avatar } = viewerOf(viewer);
    expect(snapshotOf(`/garages/${garage.id}`).avatar).toBe(avatar);
    await change();
    const isReadable = async () => (await findImageFile("users", avatar, { accept: "" })) !== null;
    const access = (viewer: Viewer | null) => findImageAccess("users", avatar, async () => viewer);
    expect([await isReadable(), await access(null), await access(viewer)]).toEqual([true, null, null]);
    expect(await access(viewerOf(makeUser({ role: "moderator" })))).toBe("restricted");
    const caseView = getCase(viewerOf(makeAdmin()), 1);
    expect([caseView.snapshot.avatar, caseView.current?.avatar]).toEqual([avatar, viewerOf(viewer).avatar]);
    decide(1, "none");
    for (const days of [0, 190]) {
      setClock(() => start + days * DAY);
      await sweepCases();
    }
    expect([await isReadable(), findRow(cases, 1)?.avatar]).toEqual([false, null]);
  });
});

describe("a report's own address", () => {
  test("shows whether action was taken, never which", async () => {
    const { paths: abouts } = makeThings(ADA);
    const submittedReport = report(abouts.comment);
    const token = tokenOf(submittedReport);
    expect(submittedReport).toEqual({
      ...{ _id: "1", state: "open", about: abouts.comment, reason: "spam", text: GOOD.text, acted: null },
      ...{ title: expect.stringMatching(/^Comment on \S/), decidedAt: null, createdAt: expect.any(String) },
      link: expect.stringMatching(/^http.+\/reports\/[\w-]{43}$/),
    });
    decide(1, "hide");
    const view = getReport(token);
    expect(view).toMatchObject({ state: "decided", acted: true, decidedAt: expect.any(String) });
    expect(JSON.stringify(view)).not.toMatch(/hide|watches, and nothing else|No spam/);
    const notFound = refusalLike("not_found", "This report does not exist.");
    for (const wrong of ["", "1", token.slice(1), `${token}x`]) expect(() => getReport(wrong)).toThrow(notFound);
  });

  test("its receipt, and the outcome once, are mailed to a given address", async () => {
    const { paths: abouts } = makeThings(ADA);
    const member = viewerOf(makeUser({ email: "mem@example.com" }));
    const submittedReport = report(abouts.comment);
    report(abouts.comment, member);
    report(abouts.comment, null, { name: "", email: "", reason: "illegal", children: "on" });
    expect(allRows(mailOutbox).map(({ recipient }) => recipient)).toEqual(["vic@example.com", "mem@example.com"]);
    const [received] = await mailsTo("vic@example.com");
    expect(received).toMatchObject({ subject: "We have received your report" });
    expect(received?.text).toContain(abouts.comment);
    expect(received?.links).toContain(submittedReport.link);
    expect(received?.html).toContain(`href="${submittedReport.link}"`);
    decide(1, "warn");
    for (const address of ["vic@example.com", "mem@example.com"]) {
      const [, actionMail, ...more] = await mailsTo(address);
      expect([actionMail?.subject, more]).toEqual(["We have acted on your report", []]);
      expect(actionMail?.text).toContain("We have looked at it and taken action.");
      expect(actionMail?.text).not.toMatch(/warn|Ada|watches|No spam|mem@|Vic/);
    }
  });

  test("is in its member's list, the newest first, by the thing's name at that time", () => {
    const { paths: abouts, vehicle } = makeThings(ADA);
    const member = viewerOf(makeUser());
    report(abouts.vehicle, member);
    report(abouts.vehicle);
    changeRow(vehicles, vehicle.id, { model: "Renamed" });
    report(abouts.comment, member);
    decide(2, "none");
    const list = listOwnReports(member);
    expect(list).toMatchObject([
      { about: abouts.comment, title: expect.stringMatching(/^Comment on /), acted: false },
      { about: abouts.vehicle, title: expect.not.stringContaining("Renamed"), acted: null },
    ]);
    expect(list[0]).toEqual(getReport(tokenOf(list[0]!)));
    expect(listOwnReports(viewerOf(makeUser()))).toEqual([]);
    for (const { id } of allRows(cases)) changeRow(cases, id, { snapshot: {} });
    expect(listOwnReports(member).map(({ title }) => title)).toEqual(["Comment", "Vehicle"]);
  });

  test("is one outcome for two reports of one reporter", async () => {
    const { paths: abouts } = makeThings(ADA);
    const member = viewerOf(makeUser({ email: "mem@example.com" }));
    for (const viewer of [null, member, member, null]) report(abouts.comment, viewer);
    decide(1, "warn");
    const mails = allRows(mailOutbox).filter(({ kind }) => kind === "report-outcome");
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(["mem@example.com", "vic@example.com"]);
  });

  test("reports that no action was taken", async () => {
    const { paths: abouts } = makeThings(ADA);
    report(abouts.garage);
    decide(1, "none");
    expect(getReport(allRows(reports)[0]!.token)).toMatchObject({ acted: false });
    // Sent after the decision, the first mail reveals no more.
    const subjects = (await mailsTo("vic@example.com")).map(({ subject }) => subject);
    expect(subjects).toEqual(["We have received your report", "We have looked at your report"]);
  });
});

describe("the figures of the last 12 months", () => {
  test("count reports, decisions by measure, objections and overturned ones, with the median hours", () => {
    const begin = now();
    const at = (time: number) => setClock(() => begin + time);
    expect(countFigures()).toMatchObject({ reports: 0, hide: 0, objections: 0, overturned: 0, medianHours: null });
    const admins = [viewerOf(makeAdmin()), viewerOf(makeAdmin())] as const;
    const users = Array.from({ length: 4 }, () => makeOwner());
    for (const { vehicle } of users) report(`/vehicles/${vehicle.id}`);
    report(`/vehicles/${users[0]!.vehicle.id}`, users[1]!.viewer);
    const decideAt = (hours: number, id: number, measure: string) => {
      at(hours * HOUR);
      decide(id, measure, admins[0]);
    };
    decideAt(2, 1, "hide");
    decideAt(5, 2, "warn");
    decideAt(39, 3, "none");
    objectToCase(users[0]!.viewer, 1, "That is not what it says.");
    objectToCase(users[1]!.viewer, 2, "That is not what it says.");
    decideObjection(admins[1], 1, { outcome: "overturned", facts: "It sells no watches at all." });
    const figures = { reports: 5, none: 1, warn: 1, hide: 1, suspend: 0, deactivate: 0, objections: 2, overturned: 1 };
    expect(countFigures()).toMatchObject({ ...figures, medianHours: 5 });
    // The mean of 5 and 39.
    decideAt(61, 4, "none");
    expect(countFigures()).toMatchObject({ none: 2, medianHours: 22 });
    at(366 * DAY);
    expect(countFigures()).toMatchObject({ reports: 0, none: 2, warn: 0, hide: 0, medianHours: 50 });
  });

  test("are counted once a minute, by indexes", () => {
    const begin = now();
    setClock(() => begin);
    report(`/vehicles/${makeOwner().vehicle.id}`);
    decide(1, "none");
    const statements = statementsOf(() => void getFigures());
    expect(statements).toHaveLength(3);
    for (const statement of statements)
      expect(planOf(statement)[0]).toMatch(/^SEARCH (cases|reports) USING .*INDEX (cases_decided|reports_created)/);
    expect(statementsOf(() => void getFigures())).toEqual([]);
    setClock(() => begin + 2 * MINUTE);
    expect(statementsOf(() => void getFigures())).toHaveLength(3);
  });
});
