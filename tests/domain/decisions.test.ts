import { describe, expect, test } from "vitest";
import { publicVersion } from "~/db/client.server";
import { cases, eventChanges, notifications, photos, users, vehicles } from "~/db/schema";
import { listPublicUsersJson, userDetailJson } from "~/features/accounts/json.server";
import { listPeopleById } from "~/features/accounts/queries.server";
import { changeRegistrationSettings } from "~/features/accounts/registration/commands.server";
import { decideObjection, objectWithKey } from "~/features/cases/decisions.server";
import { caseMails } from "~/features/cases/mails.server";
import { getCaseByKey, getOwnCase } from "~/features/cases/own-cases.server";
import { sweepCases } from "~/features/cases/sweep.server";
import { approveEvent } from "~/features/events/decisions.server";
import { getEventToEdit, listPendingEvents } from "~/features/events/queries.server";
import { notifyStaff } from "~/features/notifications/notify.server";
import { addComment, deleteComment } from "~/features/social/comments.server";
import { deletePhoto, setCoverColumn } from "~/features/vehicles/gallery.server";
import { DAY, now, setClock } from "~/lib/time";
import { deliveredTo } from "../support/account-mail";
import { decideAbout, outcome, overturn } from "../support/cases";
import { makeEvent } from "../support/events";
import { admin, makeComment, makeOwner, makePhoto, makeUser, member, viewerOf } from "../support/make-rows";
import { failureOf, refusal } from "../support/refusal";
import { allRows, changeRow, findRow, insertRow, removeRow } from "../support/rows";

const START = 1_800_000_000_000;

const mailsTo = async (email: string) => (await deliveredTo(email, caseMails)).map(({ text }) => text);

describe("the key in the mail", () => {
  const deactivated = () => {
    const { user, vehicle } = makeOwner();
    const id = decideAbout(`/vehicles/${vehicle.id}`, { measure: "deactivate" });
    return { user, vehicle, id, key: findRow(cases, id)!.key! };
  };

  test("a deactivated user reads the decision and objects to it once; overturned, the account is active again", async () => {
    const { user, id, key } = deactivated();
    expect(findRow(users, user.id)).toMatchObject({ active: false });
    expect((await mailsTo(user.email)).join()).toContain(`/decisions/${key}`);
    expect(getCaseByKey(key)).toMatchObject({ _id: String(id), decision: { measure: "deactivate" }, canObject: true });
    objectWithKey(key, "This was somebody else.");
    expect(refusal(() => objectWithKey(key, "This was somebody else.")).code).toBe("conflict");
    expect(findRow(cases, id)).toMatchObject({ state: "appealed", objection: "This was somebody else." });
    decideObjection(admin(), id, outcome());
    expect(findRow(users, user.id)).toMatchObject({ active: true });
    expect(getCaseByKey(key).objection).toMatchObject({ outcome: "overturned" });
    const [, toldOfIt] = await mailsTo(user.email);
    expect(toldOfIt).toContain(`/decisions/${key}`);
  });

  test("is valid for half a year after the last statement, and deleted with account and evidence", async () => {
    setClock(() => START);
    const { id, key } = deactivated();
    for (const wrongKey of ["", "x", `${key}x`, String(id)])
      expect(refusal(() => getCaseByKey(wrongKey)).code).toBe("not_found");
    const orphan = deactivated();
    removeRow(users, orphan.user.id);
    for (const use of [() => getCaseByKey(orphan.key), () => objectWithKey(orphan.key, "Why not?")])
      expect(refusal(use).code).toBe("not_found");
    setClock(() => START + 180 * DAY);
    objectWithKey(key, "This was somebody else.");
    setClock(() => START + 350 * DAY);
    decideObjection(admin(), id, outcome("upheld"));
    expect(getCaseByKey(key).objection).toMatchObject({ outcome: "upheld" });
    setClock(() => START + 534 * DAY);
    expect(refusal(() => getCaseByKey(key)).code).toBe("not_found");
    await sweepCases();
    expect(findRow(cases, id)).toMatchObject({ key: null });
  });

  test("opens nothing that was decided for the person, nor what is not decided", () => {
    const { vehicle } = makeOwner();
    const id = decideAbout(`/vehicles/${vehicle.id}`, { measure: "none", facts: "", rule: "" });
    expect(refusal(() => getCaseByKey(findRow(cases, id)!.key!)).code).toBe("not_found");
    changeRow(cases, id, { measure: null, state: "open" });
    expect(refusal(() => objectWithKey(findRow(cases, id)!.key!, "Why not?")).code).toBe("not_found");
  });
});

test("a member's profile is hidden with the garage, except for them and staff", () => {
  const { user, garage } = makeOwner();
  changeRow(users, user.id, { bio: "I hate you all.", location: "Next to you" });
  const id = decideAbout(`/garages/${garage.id}`);
  const stranger = member();
  const texts = { bio: "I hate you all.", location: "Next to you" };
  const silent = { bio: "", location: "" };
  for (const viewer of [null, stranger]) expect(userDetailJson(user.id, viewer)).toMatchObject(silent);
  expect(listPublicUsersJson([user.id])).toMatchObject([silent]);
  expect(listPeopleById([user.id])).toMatchObject([{ location: "" }]);
  for (const viewer of [viewerOf(user), admin(), viewerOf(makeUser({ role: "moderator" }))])
    expect(userDetailJson(user.id, viewer)).toMatchObject(texts);
  overturn(id);
  expect(userDetailJson(user.id, stranger)).toMatchObject(texts);
});

test("two suspensions: content hidden by the first returns exactly at its end, without a job, though a second continues", () => {
  setClock(() => START);
  const { user, vehicle, garage } = makeOwner();
  decideAbout(`/vehicles/${vehicle.id}`, { measure: "suspend", days: 30 });
  const hiding = decideAbout(`/garages/${garage.id}`, { measure: "suspend", days: 3, hideAll: true });
  const hidden = () => {
    publicVersion();
    return findRow(vehicles, vehicle.id)!.hidden;
  };
  expect(hidden()).toBe(32);
  setClock(() => START + 3 * DAY - 1);
  expect(hidden()).toBe(32);
  setClock(() => START + 3 * DAY);
  const version = publicVersion();
  expect(hidden()).toBe(0);
  expect(publicVersion()).toBe(version);
  expect(findRow(users, user.id)).toMatchObject({ suspendedUntil: START + 30 * DAY });
  setClock(() => START + DAY);
  overturn(hiding);
  expect(findRow(users, user.id)).toMatchObject({ suspendedUntil: START + 30 * DAY, hideAll: false });
});

test("two suspensions: a second without the tick does not stretch the hiding of the first", () => {
  setClock(() => START);
  const { user, vehicle, garage } = makeOwner();
  decideAbout(`/comments/${makeComment(vehicle, user).id}`, { measure: "suspend", days: 3, hideAll: true });
  changeRow(users, user.id, { hideAll: false });
  decideAbout(`/garages/${garage.id}`, { measure: "suspend", days: 30 });
  expect(findRow(users, user.id)).toMatchObject({ hideAll: true, hiddenUntil: START + 3 * DAY });
  setClock(() => START + 4 * DAY);
  publicVersion();
  expect(findRow(vehicles, vehicle.id)).toMatchObject({ hidden: 0 });
});

test("a hidden event is not changed, and its change is in no queue until it is shown again", async () => {
  const { user } = makeOwner();
  const event = makeEvent(user, { status: "approved" });
  insertRow(eventChanges, { eventId: event.id, title: "Something else", createdAt: now(), updatedAt: now() });
  const grace = admin();
  notifyStaff("events", user.id);
  const findNotification = () =>
    allRows(notifications).find(({ userId, detail }) => userId === grace.id && detail === "events");
  const listPending = () => listPendingEvents(grace, { page: 1, limit: 9 });
  expect([listPending().total, listPending().rows.length, findNotification()?.count]).toEqual([1, 1, 1]);
  const id = decideAbout(`/events/${event.id}`);
  expect([listPending().total, listPending().rows.length, findNotification()]).toEqual([0, 0, undefined]);
  for (const revision of [undefined, event.updatedAt])
    expect(await failureOf(async () => approveEvent(grace, event.id, revision))).toMatchObject({ code: "conflict" });
  expect(refusal(() => getEventToEdit(event.id, viewerOf(user))).code).toBe("conflict");
  overturn(id);
  expect([listPending().total, listPending().rows.length]).toEqual([1, 1]);
  notifyStaff("events", user.id);
  expect(findNotification()?.count).toBe(1);
});

describe("hidden covers of one vehicle", () => {
  const setUp = () => {
    const { user, vehicle } = makeOwner();
    const created = [1, 2, 3].map((position) => makePhoto(vehicle, { position }));
    changeRow(vehicles, vehicle.id, { coverPhoto: created[0]!.photo });
    const hide = (at: number) => decideAbout(`/vehicles/${vehicle.id}/photos/${created[at]!.id}`);
    const cover = () => created.findIndex(({ photo }) => photo === findRow(vehicles, vehicle.id)!.coverPhoto);
    return { user, vehicle, made: created, hide, cover };
  };

  test.each([
    ["the first first", [0, 1], [0, 0]],
    ["the second first", [1, 0], [1, 0]],
  ])("%s shown again: the first is the cover in the end", (_, order, covers) => {
    const { hide, cover } = setUp();
    const decided = [hide(0), hide(1)];
    expect(cover()).toBe(2);
    const coversAfter = order.map((at) => {
      overturn(decided[at]!);
      return cover();
    });
    expect(coversAfter).toEqual(covers);
    expect(allRows(photos).map(({ coverRank }) => coverRank)).toEqual([0, 0, 0]);
  });

  test.each([
    ["deleted", ({ user, made }) => deletePhoto(viewerOf(user), made[1]!.id)],
    [
      "turned",
      ({ vehicle, made }) => {
        changeRow(photos, made[1]!.id, { photo: "turned.jpg" });
        setCoverColumn(vehicle.id, "turned.jpg");
      },
    ],
    [
      "hidden with all others, and a new one comes",
      ({ vehicle, hide }) => {
        for (const at of [1, 2]) hide(at);
        setCoverColumn(vehicle.id, "new.jpg");
        makePhoto(vehicle, { position: 4, photo: "new.jpg" });
      },
    ],
  ] satisfies [string, (world: ReturnType<typeof setUp>) => unknown][])(
    "the cover returns even if its replacement was %s",
    async (_, change) => {
      const world = setUp();
      const first = world.hide(0);
      await change(world);
      expect(world.cover()).not.toBe(0);
      overturn(first);
      expect(world.cover()).toBe(0);
    },
  );

  test("no cover returns if another was chosen meanwhile", () => {
    const { vehicle, made, hide, cover } = setUp();
    const [first, second] = [hide(0), hide(1)];
    const more = makePhoto(vehicle, { position: 4 });
    changeRow(vehicles, vehicle.id, { coverPhoto: more.photo });
    overturn(first);
    overturn(second);
    expect(cover()).toBe(-1);
    expect(made.length).toBe(3);
  });
});

test("the mail mentions a preceding hold", async () => {
  const { vehicle } = makeOwner();
  changeRegistrationSettings(admin(), { firstPosts: "links" });
  const author = makeUser({ createdAt: now() });
  const grace = admin();
  for (const text of ["Look at https://example.com", "Look at that"])
    deleteComment(grace, addComment(viewerOf(author), vehicle.id, { text }));
  const [byHold, byStaff] = allRows(cases).map(({ id }) => getOwnCase(viewerOf(author), id).decision.beganHeld);
  expect([byHold, byStaff]).toEqual([true, false]);
  const [holdMail, decisionMail] = await mailsTo(author.email);
  expect(holdMail).toContain("It was held for review automatically");
  expect(holdMail).not.toContain("without automated means");
  expect(decisionMail).toContain("A person decided this, without automated means.");
});
