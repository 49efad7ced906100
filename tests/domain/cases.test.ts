import { describe, expect, test } from "vitest";
import * as schema from "~/db/schema";
import { deleteAccount } from "~/features/account-deletion/commands.server";
import type { Viewer } from "~/features/accounts/policy";
import { findViewer, startSession } from "~/features/accounts/sessions.server";
import { listEntriesJson } from "~/features/build-log/json.server";
import { effectOf } from "~/features/cases/decided";
import {
  addCaseNote,
  claimCase,
  decideCase,
  decideObjection,
  objectToCase,
  releaseCase,
  whyNoDecision,
} from "~/features/cases/decisions.server";
import { countFigures } from "~/features/cases/figures.server";
import { type CaseKind, MEASURES, REMOVED } from "~/features/cases/limits";
import { caseMails } from "~/features/cases/mails.server";
import { getOwnCase, listOwnCases } from "~/features/cases/own-cases.server";
import { sixMonthsBefore } from "~/features/cases/policy";
import { countWaitingCases, getCase, listCases } from "~/features/cases/queue.server";
import { caseQuery, decisionInput, removalInput } from "~/features/cases/schema.server";
import { sweepCases } from "~/features/cases/sweep.server";
import { getGarageJson } from "~/features/garages/json.server";
import { listItems } from "~/features/notifications/list.server";
import { notificationQuote, notificationText } from "~/features/notifications/messages";
import { deleteComment } from "~/features/social/comments.server";
import { listComments } from "~/features/social/conversation.server";
import { listCommentsJson, listReviewsJson } from "~/features/social/json.server";
import { deleteReview, listReviews, reviewGarage } from "~/features/social/reviews.server";
import { listGarageVehiclesJson, vehicleJson } from "~/features/vehicles/json.server";
import { decode } from "~/lib/decode";
import { DAY, now, setClock, toIso } from "~/lib/time";
import { deliveredTo } from "../support/account-mail";
import { decideAbout, decision, FACTS, makeThings, newestCase, outcome, overturn, report } from "../support/cases";
import { admin, makeComment, makeOwner, makeUser, member, moderator, viewerOf } from "../support/make-rows";
import { planOf, statementsOf } from "../support/query-plans";
import { refusal } from "../support/refusal";
import { allRows, changeRow, findRow, insertRow } from "../support/rows";
import { emptyUploadsForEachTest } from "../support/uploads";

emptyUploadsForEachTest();

const { auditLog, casePictures, cases, comments, mailOutbox, notifications, photos, reports, users, vehicles } = schema;

const START = 1_800_000_000_000;

const list = (viewer: Viewer, overrides: object = {}) =>
  listCases(viewer, decode(caseQuery, overrides), { page: 1, limit: 50 });
const mails = () => allRows(mailOutbox).map(({ kind, recipient }) => [kind, recipient]);

function makeCase({ id: authorId }: { id: number } = makeUser()) {
  const author = findRow(users, authorId)!;
  const comment = makeComment(makeOwner().vehicle, author, "You fool.");
  report(`/comments/${comment.id}`);
  return { author, viewer: viewerOf(author), comment, id: newestCase().id };
}

test.each([
  [{ measure: "ban" }, "measure"],
  [{ rule: " " }, "rule"],
  [{ facts: "Too short." }, "facts"],
  [{ facts: "x".repeat(2_001) }, "facts"],
  [{ measure: "suspend" }, "days"],
  [{ measure: "suspend", days: 0 }, "days"],
  [{ measure: "suspend", days: "366" }, "days"],
  [{ measure: "suspend", days: "soon" }, "days"],
])("the decision form: refuses %o", (input, field) =>
  expect(Object.keys(refusal(() => decision(input)).fields)).toEqual([field]),
);

test("the decision form: takes no measure without a rule, and a suspension with its days", () => {
  expect(decode(decisionInput, { measure: "none" })).toMatchObject({ measure: "none", facts: "", rule: "" });
  expect(decision({ measure: "suspend", days: "30", hideAll: "on" })).toMatchObject({ days: 30, hideAll: true });
});

describe("the desk", () => {
  test("a case is claimed by one, released by anybody, and has notes", () => {
    const { id } = makeCase();
    const [mo, grace] = [moderator(), admin()];
    claimCase(mo, id);
    claimCase(mo, id);
    expect(refusal(() => claimCase(grace, id)).code).toBe("conflict");
    expect(list(grace).rows[0]).toMatchObject({ claimedBy: { name: mo.name } });
    releaseCase(grace, id);
    claimCase(grace, id);
    addCaseNote(mo, id, "He did so before.");
    expect(getCase(grace, id)).toMatchObject({
      claimedBy: { name: grace.name },
      notes: [{ author: mo.name, text: "He did so before." }],
    });
  });

  const ACTS = [
    getCase,
    claimCase,
    releaseCase,
    (viewer: Viewer, id: number) => addCaseNote(viewer, id, "It was nothing."),
  ];

  test("is for moderators and admins; a reported moderator learns no reporter and cannot act", () => {
    const { id, viewer } = makeCase();
    for (const act of [
      ...ACTS.map((act) => () => act(viewer, id)),
      () => list(viewer),
      () => decideCase(viewer, id, decision()),
      () => decideObjection(viewer, id, outcome()),
    ])
      expect(refusal(act).message).toBe("You are not a moderator.");
    const mo = makeUser({ role: "moderator" });
    const ownCase = makeCase(mo).id;
    expect(list(viewerOf(mo)).rows.map(({ _id }) => Number(_id))).toEqual([id]);
    for (const act of ACTS) expect(refusal(() => act(viewerOf(mo), ownCase)).code).toBe("forbidden");
  });

  test("notifies staff, without cases about themselves, also in the number", () => {
    const [mo, grace] = [moderator(), admin()];
    makeCase(mo);
    makeCase();
    const notificationCounts = allRows(notifications).map(({ userId, count }) => [userId, count]);
    expect(notificationCounts.sort()).toEqual([
      [mo.id, 1],
      [grace.id, 2],
    ]);
  });

  test("filters by state, reason and kind, the oldest first", () => {
    const [firstCase, secondCase] = [makeCase(), makeCase()];
    report(`/vehicles/${makeOwner().vehicle.id}`);
    const three = newestCase().id;
    decideCase(admin(), secondCase.id, decision({ measure: "warn" }));
    const ids = (overrides: object) => list(admin(), overrides).rows.map(({ _id }) => Number(_id));
    expect(ids({})).toEqual([firstCase.id, secondCase.id, three]);
    expect(ids({ state: "open" })).toEqual([firstCase.id, three]);
    expect(ids({ kind: "vehicle" })).toEqual([three]);
    expect(ids({ reason: "spam" })).toEqual([]);
    expect(ids({ reason: "harassment", state: "decided" })).toEqual([secondCase.id]);
  });

  test("shows the reported and the current content, and the author", () => {
    const { id, comment, author } = makeCase();
    changeRow(comments, comment.id, { text: "You lovely person." });
    decideCase(admin(), makeCase(author).id, decision({ measure: "warn" }));
    const caseView = getCase(admin(), id);
    expect(caseView.snapshot.texts.text).toBe("You fool.");
    expect(caseView.current?.texts.text).toBe("You lovely person.");
    expect(caseView.person).toMatchObject({
      name: author.name,
      comments: 2,
      vehicles: 0,
      earlier: [{ measure: "warn" }],
    });
    expect(caseView.reports).toMatchObject([{ reason: "harassment", text: "This is about me." }]);
  });

  test("pages and numbers omit cases about the viewer", () => {
    const mo = moderator();
    const [first, ownCase, last] = [makeCase().id, makeCase(mo).id, makeCase().id];
    const idsOf = (viewer: Viewer, overrides: object = {}) =>
      list(viewer, overrides).rows.map(({ _id }) => Number(_id));
    for (const input of [{}, { state: "open" }, { kind: "comment", state: "open" }, { reason: "harassment" }]) {
      expect([idsOf(mo, input), list(mo, input).total]).toEqual([[first, last], 2]);
      expect([idsOf(admin(), input), list(admin(), input).total]).toEqual([[first, ownCase, last], 3]);
    }
    const second = listCases(mo, decode(caseQuery, {}), { page: 2, limit: 1 });
    expect(second).toMatchObject({ rows: [{ _id: String(last) }], total: 2 });
  });

  test("one page of many cases is read by an index, in a fixed few statements", () => {
    const { id } = makeCase();
    const grace = admin();
    for (const input of [{}, { state: "open" }, { kind: "comment" }, { kind: "comment", state: "open" }]) {
      const statements = statementsOf(() => list(grace, input));
      expect(statements.length).toBe(5);
      // The viewer's, the page's, and their number.
      for (const at of [0, 1, 4])
        expect(planOf(statements[at]!)).toEqual([expect.stringMatching(/^(SEARCH|SCAN) cases USING COVERING INDEX/)]);
      expect(planOf(statements[2]!)[0]).toContain("SEARCH cases USING INTEGER PRIMARY KEY");
      expect(planOf(statements[3]!)[0]).toContain("SEARCH reports USING INDEX reports_case");
    }
    expect(statementsOf(() => getCase(grace, id)).length).toBeLessThan(15);
  });
});

test("who decides: never about oneself, a moderator not about staff, only an admin deactivates", () => {
  const mo = makeUser({ role: "moderator" });
  const ownCase = makeCase(mo).id;
  expect(refusal(() => decideCase(viewerOf(mo), ownCase, decision())).message).toContain("your own content");
  expect(refusal(() => decideCase(moderator(), ownCase, decision())).message).toContain("Only an admin can decide");
  expect([countWaitingCases(viewerOf(mo)), countWaitingCases(moderator())]).toEqual([0, 1]);
  const { id, author } = makeCase();
  const input = decision({ measure: "deactivate" });
  expect(refusal(() => decideCase(moderator(), id, input)).code).toBe("forbidden");
  expect(findRow(cases, id)).toMatchObject({ state: "open", measure: null });
  decideCase(admin(), id, input);
  expect(findRow(users, author.id)).toMatchObject({ active: false });
  decideCase(admin(), ownCase, decision());
});

test("who decides: the second of two gets a conflict, without effect", () => {
  const { id, author } = makeCase();
  decideCase(moderator(), id, decision({ measure: "warn" }));
  const mailCount = mails().length;
  expect(refusal(() => decideCase(admin(), id, decision({ measure: "suspend", days: 9 })))).toMatchObject({
    ...{ code: "conflict", message: "Another moderator has already decided this case." },
  });
  expect(findRow(cases, id)).toMatchObject({ measure: "warn" });
  expect(findRow(users, author.id)).toMatchObject({ suspendedUntil: null });
  expect(mails().length).toBe(mailCount);
});

test("mistakes of a decision are reported in the form's order, at their fields", () => {
  const error = refusal(() => decode(decisionInput, { measure: "suspend", facts: "Rude.", days: "x" }));
  expect(Object.entries(error.fields).flat(2)).toEqual([
    ...["rule", "Please say which rule or law was broken."],
    ...["facts", "The explanation must have at least 20 characters."],
    ...["days", "Days must be a whole number from 1 to 365."],
  ]);
  expect(error.message).toBe("Please say which rule or law was broken.");
});

describe("who reported it", () => {
  test("does not decide it where other staff can, nor the objection", () => {
    const { id, comment, viewer } = makeCase();
    const [mo, grace] = [moderator(), admin()];
    report(`/comments/${comment.id}`, mo);
    expect(whyNoDecision(mo, id)).toBe("You reported this. Another moderator has to decide.");
    const error = refusal(() => decideCase(mo, id, decision()));
    expect([error.code, error.message]).toEqual(["forbidden", whyNoDecision(mo, id)]);
    expect(refusal(() => deleteComment(mo, comment.id)).code).toBe("forbidden");
    expect(whyNoDecision(grace, id)).toBeNull();
    decideCase(grace, id, decision());
    objectToCase(viewer, id, "It was a joke among friends.");
    expect(refusal(() => decideObjection(mo, id, outcome())).code).toBe("forbidden");
    // Of the two staff one reported and one decided: nobody else is left.
    expect(whyNoDecision(grace, id)).toBeNull();
  });

  test("decides it without other staff, and the log says so", () => {
    const { id, comment } = makeCase();
    const grace = admin();
    report(`/comments/${comment.id}`, grace);
    decideCase(grace, id, decision());
    expect(allRows(auditLog).at(-1)?.after).toMatchObject({ reportedByDecider: true });
  });
});

describe("what a decision does", () => {
  test.each(MEASURES)("%s: log, mails and notification come in one", (measure) => {
    const { id, author } = makeCase();
    decideCase(admin(), id, decision({ measure, days: 7 }));
    const isNotified = measure !== "none";
    expect(allRows(auditLog).map(({ action }) => action)).toContain(`case.${measure}`);
    const kinds = mails().map(([kind]) => kind);
    expect(kinds).toEqual(["report-received", ...(isNotified ? ["case-decided"] : []), "report-outcome"]);
    const rows = allRows(notifications).filter(({ userId }) => userId === author.id);
    expect(rows).toMatchObject(isNotified ? [{ kind: "decision", detail: "decided", caseId: id }] : []);
    const items = listItems(viewerOf(author), { page: 1, limit: 5 }).rows;
    const text = "A moderator made a decision about your comment on 1967 Lotus Elan";
    expect(items.map(notificationText)).toEqual(isNotified ? [text] : []);
    expect(items.map(notificationQuote)).toEqual(isNotified ? [findRow(cases, id)!.facts] : []);
    expect(findRow(cases, id)).toMatchObject({ state: "decided", measure });
  });

  test("its owner has it in JSON, marked; others do not have it at all", () => {
    const { user, vehicle, garage, photo, otherOwner, paths } = makeThings();
    const owner = viewerOf(user);
    const queries: Partial<Record<CaseKind, (viewer: Viewer | null) => unknown>> = {
      photo: (viewer) => vehicleJson(vehicle.id, viewer).photos.find(({ _id }) => _id === String(photo.id)),
      entry: (viewer) => listEntriesJson(vehicle.id, undefined, { page: 1, limit: 9 }, viewer).rows[0],
      vehicle: (viewer) => listGarageVehiclesJson(garage.id, { page: 1, limit: 9 }, viewer).rows[0],
      garage: (viewer) => getGarageJson(garage.id, viewer),
      comment: (viewer) => listCommentsJson(otherOwner.vehicle.id, { page: 1, limit: 9 }, viewer).rows[0],
      review: (viewer) => listReviewsJson(otherOwner.garage.id, { page: 1, limit: 9 }, viewer).rows[0],
    };
    for (const [kind, ask] of Object.entries(queries)) {
      expect(ask(owner), kind).not.toHaveProperty("hiddenByStaff");
      decideAbout(paths[kind as CaseKind]);
      expect(ask(owner), kind).toMatchObject({ hiddenByStaff: true });
      if (kind === "garage") expect(refusal(() => ask(null)).code).toBe("not_found");
      else expect(ask(null), kind).toBeUndefined();
    }
  });

  test("what two decisions hide is shown when both are taken back", () => {
    const { id, comment } = makeCase();
    decideCase(admin(), id, decision());
    insertRow(cases, { ...findRow(cases, id)!, id: undefined, key: null, before: {} });
    overturn(id);
    expect(findRow(comments, comment.id)).toMatchObject({ hidden: 2 });
    overturn(newestCase().id);
    expect(findRow(comments, comment.id)).toMatchObject({ hidden: 0 });
  });

  test("an admin's deletion of another user's content is a case of its own, decided and notified", () => {
    const { vehicle } = makeOwner();
    const author = makeUser();
    const comment = makeComment(vehicle, author, "Spam!");
    deleteComment(admin(), comment.id);
    expect(findRow(comments, comment.id)).toMatchObject({ hidden: 2 });
    expect(newestCase()).toMatchObject({ measure: "hide", state: "decided", personId: author.id, reportCount: 0 });
    expect(mails()).toEqual([["case-decided", author.email]]);
    expect(getOwnCase(viewerOf(author), newestCase().id).decision).toMatchObject({ measure: "hide", beganHeld: false });
    // Ours if the admin gave no reason.
    expect(newestCase().facts).toBe(REMOVED.facts);
    const review = reviewGarage(viewerOf(author), vehicle.garageId, { rating: 1, review: "Spam!" });
    expect(refusal(() => decode(removalInput, { facts: "Spam." })).fields).toHaveProperty("facts");
    deleteReview(admin(), review.id, decode(removalInput, { facts: FACTS }).facts);
    expect(newestCase()).toMatchObject({ kind: "review", facts: FACTS, rule: REMOVED.rule });
    expect(decode(removalInput, {})).toEqual({ facts: "" });
  });

  test("its author reads the reason at a hidden comment or review", () => {
    const { user, paths, otherOwner } = makeThings();
    for (const path of [paths.comment, paths.review]) decideAbout(path, { rule: "Be kind." });
    const [viewer, page] = [viewerOf(user), { page: 1, limit: 20 }];
    const why = `${FACTS} (Be kind)`;
    expect(listComments(otherOwner.vehicle.id, viewer, page).rows).toMatchObject([{ why, decision: "/cases/1" }]);
    expect(listReviews(otherOwner.garage.id, viewer, page).rows).toMatchObject([{ why, decision: "/cases/2" }]);
  });
});

describe("a suspension", () => {
  const suspend = (hideAll = false, days = 7) => {
    const things = makeThings();
    return { ...things, id: decideAbout(things.paths.vehicle, { measure: "suspend", days, hideAll }) };
  };

  test("keeps the session, which shows the suspension until its end", () => {
    setClock(() => START);
    const { user } = suspend();
    const token = startSession(user.id, "");
    const until = START + 7 * DAY;
    expect(findViewer(token)).toMatchObject({ id: user.id, suspendedUntil: until });
    setClock(() => until);
    expect(findViewer(token)).toMatchObject({ suspendedUntil: null });
  });

  test("adds up to the latest end; one that is taken back leaves the other", () => {
    const { user, id, paths } = suspend(false, 30);
    decideAbout(paths.entry, { measure: "suspend", days: 3, hideAll: true });
    expect(findRow(users, user.id)!).toMatchObject({ hideAll: true, suspendedUntil: findRow(cases, id)!.endsAt });
    overturn(id);
    expect(findRow(users, user.id)).toMatchObject({ hideAll: true, suspendedUntil: newestCase().endsAt });
  });
});

test.each([
  ["2027-07-15T08:00:00Z", "2027-01-15T08:00:00Z"],
  ["2028-02-29T00:00:00Z", "2027-08-29T00:00:00Z"],
  ["2027-08-31T23:59:00Z", "2027-02-28T23:59:00Z"],
  ["2028-08-31T23:59:00Z", "2028-02-29T23:59:00Z"],
  ["2027-12-31T12:00:00Z", "2027-06-30T12:00:00Z"],
])("six months before %s were at %s", (time, before) => {
  expect(toIso(sixMonthsBefore(Date.parse(time)))).toBe(toIso(Date.parse(before)));
});

test("an objection: is possible once, for its author only, within half a year", () => {
  setClock(() => START);
  const { id, viewer } = makeCase();
  expect(refusal(() => objectToCase(viewer, id, "No, no, no.")).code).toBe("not_found");
  expect(refusal(() => getOwnCase(viewer, id)).code).toBe("not_found");
  decideCase(admin(), id, decision());
  expect(refusal(() => objectToCase(member(), id, "No, no, no.")).code).toBe("not_found");
  setClock(() => START + 184 * DAY);
  expect(refusal(() => objectToCase(viewer, id, "No, no, no.")).message).toContain("within six months");
  setClock(() => START + 180 * DAY);
  objectToCase(viewer, id, "No, no, no.");
  expect(refusal(() => objectToCase(viewer, id, "No, no, no.")).code).toBe("conflict");
  expect(listOwnCases(viewer)).toMatchObject([
    { state: "appealed", objection: { text: "No, no, no.", outcome: null } },
  ]);
});

test("an objection: is decided by another staff member if there is one", () => {
  const { id, viewer } = makeCase();
  const mo = moderator();
  decideCase(mo, id, decision());
  expect(refusal(() => decideObjection(mo, id, outcome())).message).toContain("no objection");
  objectToCase(viewer, id, "No, no, no.");
  const otherModerator = makeUser({ role: "moderator" });
  expect(refusal(() => decideObjection(mo, id, outcome())).code).toBe("conflict");
  changeRow(users, otherModerator.id, { active: false });
  decideObjection(mo, id, outcome("upheld"));
  expect(findRow(cases, id)).toMatchObject({ state: "closed", outcome: "upheld" });
  expect(mails().map(([kind]) => kind)).toContain("objection-upheld");
  expect(refusal(() => decideObjection(mo, id, outcome())).code).toBe("conflict");
});

test("mails contain measure, reason, rule, human decision and how to object; the reporter's only yes or no", async () => {
  const { id, author, comment } = makeCase();
  const reporter = findRow(users, allRows(reports)[0]!.reporterId!)!;
  decideCase(admin(), id, decision({ measure: "suspend", days: 7, hideAll: true }));
  const [toPerson] = await deliveredTo(author.email, caseMails);
  for (const text of [
    `/comments/${comment.id}`,
    "Your account is suspended until",
    "Your content is hidden until then.",
    FACTS,
    "Be kind",
    "A person decided this, without automated means.",
    "you can object once within 6 months",
    `/decisions/${newestCase().key}`,
  ])
    expect(toPerson!.text).toContain(text);
  expect(toPerson!.text).not.toContain(reporter.name);
  const toReporter = (await deliveredTo(reporter.email, caseMails)).map(({ text }) => text).join("\n");
  expect(toReporter).toContain("taken action");
  for (const hidden of [author.name, FACTS, "suspended"]) expect(toReporter).not.toContain(hidden);
});

test("an ended suspension is described as such", () => {
  const effectAt = (endsAt: number) =>
    effectOf({ kind: "vehicle", measure: "suspend", endsAt, hideAll: false }).split(":")[0];
  setClock(() => Date.UTC(2026, 6, 1));
  expect(effectAt(now() + 1)).toBe("Your account is suspended until 1 July 2026");
  expect(effectAt(now())).toBe("Your account was suspended until 1 July 2026.");
});

describe("in the end", () => {
  test("a case is closed after half a year; half a year later evidence, names and addresses go, and the figures stay", async () => {
    setClock(() => START);
    const id = decideAbout(makeThings().paths.vehicle, { measure: "warn" });
    insertRow(casePictures, { caseId: id, image: "x.jpg" });
    setClock(() => START + 184 * DAY);
    await sweepCases();
    const snapshot = { title: expect.any(String) };
    expect(findRow(cases, id)).toMatchObject({ state: "closed", closedAt: now(), snapshot });
    setClock(() => START + 366 * DAY);
    await sweepCases();
    expect(Object.keys(findRow(cases, id)!.snapshot)).not.toEqual([]);
    setClock(() => START + 369 * DAY);
    await sweepCases();
    expect(findRow(cases, id)).toMatchObject({ measure: "warn", snapshot: {}, personName: "", facts: "" });
    expect(allRows(reports)).toMatchObject([{ text: "", email: "", name: "", reporterId: null }]);
    expect(allRows(casePictures)).toEqual([]);
  });

  test("so do all words; but as long as a decision hides something, its owner reads why", async () => {
    setClock(() => START);
    const created = [makeCase(), makeCase()] as const;
    for (const { id, viewer } of created) {
      decideCase(admin(), id, decision());
      objectToCase(viewer, id, "I meant Bob.");
    }
    const [{ id: upheld, viewer }, { id: overturned }] = created;
    decideObjection(admin(), upheld, outcome("upheld"));
    decideObjection(admin(), overturned, outcome());
    setClock(() => START + 180 * DAY);
    const figures = countFigures();
    const before = JSON.stringify(allRows(cases));
    await sweepCases();
    expect(JSON.stringify(allRows(cases))).toBe(before);
    setClock(() => START + 190 * DAY);
    await sweepCases();
    const erased = { snapshot: {}, objection: "", outcomeFacts: "" };
    expect([findRow(cases, upheld), findRow(cases, overturned)]).toMatchObject([
      { ...erased, facts: FACTS, outcome: "upheld" },
      { ...erased, facts: "", outcome: "overturned" },
    ]);
    expect(getOwnCase(viewer, upheld)).toMatchObject({ objection: { text: "", outcome: "upheld" }, canObject: false });
    expect(countFigures()).toEqual(figures);
    await deleteAccount(viewer);
    await sweepCases();
    expect(findRow(cases, upheld)).toMatchObject({ facts: "", rule: "Be kind", measure: "hide" });
  });

  test.each([
    ["what a person was reported for", false],
    ["what they objected to, where nobody has decided it,", true],
  ])("%s survives the deletion of the account, and is deleted half a year later", async (_what, objects) => {
    setClock(() => START);
    const { id, viewer, author } = makeCase();
    decideCase(admin(), id, decision());
    if (objects) objectToCase(viewer, id, "I meant myself.");
    await deleteAccount(viewer);
    const unchanged = { personId: null, personName: author.name, snapshot: { text: "You fool." } };
    expect(findRow(cases, id)).toMatchObject(unchanged);
    expect(getCase(admin(), id)).toMatchObject({ person: null, personName: author.name, current: null });
    await sweepCases();
    setClock(() => START + 184 * DAY);
    await sweepCases();
    expect(findRow(cases, id)).toMatchObject({ personName: "", snapshot: {} });
  });
});

describe("what an attack found", () => {
  test("an account that was deactivated before stays so when a decision is taken back", () => {
    const { id, author } = makeCase();
    const [grace, ada] = [admin(), admin()];
    changeRow(users, author.id, { active: false });
    decideCase(grace, id, decision({ measure: "deactivate" }));
    changeRow(cases, id, { objection: "By letter.", objectedAt: now(), state: "appealed" });
    decideObjection(ada, id, outcome());
    expect(findRow(users, author.id)).toMatchObject({ active: false });
  });

  test("specifications and captions are evidence too", () => {
    const { vehicle, photo, paths } = makeThings();
    changeRow(vehicles, vehicle.id, { specs: [{ name: "Engine", value: "You fool" }] });
    changeRow(photos, photo.id, { caption: "A fool's" });
    report(paths.vehicle);
    expect(newestCase().snapshot).toMatchObject({ specifications: "Engine: You fool", captions: "A fool's" });
  });

  test("a deleted user cannot be warned or suspended", async () => {
    const { id, viewer } = makeCase();
    await deleteAccount(viewer);
    for (const measure of ["warn", "suspend", "deactivate"])
      expect(refusal(() => decideCase(admin(), id, decision({ measure, days: 3 }))).code).toBe("conflict");
    decideCase(admin(), id, decision({ measure: "none" }));
  });
});
