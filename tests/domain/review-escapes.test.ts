import { describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { events, holds, registrationSettings, users } from "~/db/schema";
import { deleteAccount } from "~/features/account-deletion/commands.server";
import { getProfile, updateProfile } from "~/features/accounts/profile.server";
import { createInvite } from "~/features/accounts/registration/commands.server";
import { signUpSchema } from "~/features/accounts/schema.server";
import { signUp, verifyEmail } from "~/features/accounts/sign-up.server";
import { sweepAccounts } from "~/features/accounts/sweep.server";
import { collectData } from "~/features/data-export/data.server";
import { cancelEvent } from "~/features/events/decisions.server";
import { eventJson } from "~/features/events/json.server";
import { placeEvent } from "~/features/events/place.server";
import { getEventPage } from "~/features/events/queries.server";
import { openGarage } from "~/features/garages/commands.server";
import { refuseHold, releaseAllOf, releaseHold } from "~/features/moderation/held/commands.server";
import { CHANGED_SINCE } from "~/features/moderation/held/policy";
import { listHeld } from "~/features/moderation/held/queries.server";
import { releaseAllInput } from "~/features/moderation/held/schema.server";
import { findImageAccess } from "~/features/photos/image-files.server";
import { addComment } from "~/features/social/comments.server";
import { listComments } from "~/features/social/conversation.server";
import { updateVehicle } from "~/features/vehicles/commands.server";
import { addPhotos } from "~/features/vehicles/gallery.server";
import { decode } from "~/lib/decode";
import { holdsAddress, holdsLink } from "~/lib/links.server";
import { DAY, now } from "~/lib/time";
import { deliveredTo, tokenIn } from "../support/account-mail";
import { tickingClock } from "../support/clock";
import { makeEvent } from "../support/events";
import { makeOwner, makeUser, viewerOf } from "../support/make-rows";
import { fieldErrors, refusal } from "../support/refusal";
import { changeRow, findRow } from "../support/rows";
import { splitList } from "../support/split-list";
import { emptyUploadsForEachTest, filesInUploads, pngs } from "../support/uploads";

emptyUploadsForEachTest();

const clock = tickingClock();

const SOON = { startDate: "2099-06-01T10:00", endDate: "2099-06-01T12:00" };
const PAGE = { page: 1, limit: 20 };
const LINK = "See https://example.com/wheels";

function setDoor(firstPosts: "off" | "links" | "all", membersInvite = false): void {
  const set = { firstPosts, membersInvite };
  db()
    .insert(registrationSettings)
    .values({ id: 1, ...set })
    .onConflictDoUpdate({ target: registrationSettings.id, set })
    .run();
}

function world(firstPosts: "off" | "links" | "all" = "all") {
  setDoor(firstPosts);
  const { user, viewer: nia, garage, vehicle } = makeOwner({ name: "Nia New" });
  const old = makeOwner({ name: "Olive Old" });
  return { user, nia, garage, vehicle, old, staff: viewerOf(makeUser({ role: "moderator" })) };
}

const heldRows = (viewer: Parameters<typeof listHeld>[0]) => listHeld(viewer, PAGE).rows;
const changedSince = { code: "conflict", message: CHANGED_SINCE };

describe("an invite gives trust", () => {
  test.each([
    ["an admin's", { role: "admin" }, true],
    ["a moderator's", { role: "moderator" }, true],
    ["of somebody trusted", { trusted: true }, true],
    ["of a member of 7 days", { createdAt: now() - 8 * DAY }, true],
    ["of a newcomer", {}, false],
  ] as const)("%s", async (_, maker, isTrusted) => {
    setDoor("all", true);
    const { link } = createInvite(viewerOf(makeUser(maker)), { uses: 1, days: 7 });
    const invite = new URL(link).searchParams.get("invite")!;
    await signUp({ name: "Ada", email: "ada@example.com", password: "correct horse", passwordConfirm: "", invite });
    const id = verifyEmail(tokenIn((await deliveredTo("ada@example.com")).at(-1)))!;
    expect(findRow(users, id)?.trusted).toBe(isTrusted);
  });
});

describe("a decision about a held post is about what was read", () => {
  test("words or pictures that came later make a conflict, and the new text is there", async () => {
    const { nia, vehicle, staff } = world();
    updateVehicle(nia, vehicle.id, { story: "Restored." });
    const [read] = heldRows(staff);
    updateVehicle(nia, vehicle.id, { story: LINK });
    await expect(releaseHold(staff, Number(read!.id), read!.revision)).rejects.toMatchObject(changedSince);
    expect(refusal(() => refuseHold(staff, Number(read!.id), "An advertisement.", read!.revision))).toMatchObject(
      changedSince,
    );
    const [nextRow] = heldRows(staff);
    expect(nextRow?.text).toContain(LINK);
    await addPhotos(nia, vehicle.id, await pngs(40));
    await expect(releaseHold(staff, Number(nextRow!.id), nextRow!.revision)).rejects.toMatchObject(changedSince);
    await releaseHold(staff, Number(nextRow!.id), heldRows(staff)[0]!.revision);
    expect(heldRows(staff)).toEqual([]);
  });

  test("all of one person are those that were shown", async () => {
    const { nia, old, staff } = world();
    addComment(nia, old.vehicle.id, { text: "Nice." });
    addComment(nia, old.vehicle.id, { text: "Very nice." });
    const listKeys = () => heldRows(staff).map(({ id, revision }) => `${id}:${revision}`);
    const input = (revision: string[]) =>
      decode(releaseAllInput, { userId: String(nia.id), revision: revision.join(" ") });
    const read = input(listKeys());
    addComment(nia, old.vehicle.id, { text: LINK });
    const outdated = input([listKeys()[0]!, listKeys()[1]!.replace(/:.*/, ":other")]);
    await expect(releaseAllOf(staff, nia.id, outdated.revision)).rejects.toMatchObject(changedSince);
    expect(heldRows(staff)).toHaveLength(3);
    expect(await releaseAllOf(staff, nia.id, read.revision)).toBe(2);
    expect(heldRows(staff).map(({ text }) => text)).toEqual([LINK]);
    expect(listComments(old.vehicle.id, null, PAGE).total).toBe(2);
    for (const revision of ["12", "x:y", ["1:a", 5]])
      expect(fieldErrors(() => decode(releaseAllInput, { userId: "1", revision }))).toHaveProperty("revision");
  });
});

describe("of a newcomer's live event", () => {
  test("the reason of a cancellation waits; the event is cancelled at once", async () => {
    const { nia, staff } = world("links");
    const { id } = makeEvent(nia, SOON);
    expect(cancelEvent(nia, id, LINK)).toBe(true);
    expect(eventJson(id, null)).toMatchObject({ cancelledAt: expect.any(String), cancelReason: null });
    expect(getEventPage(id, nia).submission?.held).toEqual({ cancelReason: LINK, place: undefined, refusedFor: null });
    expect(heldRows(staff)).toMatchObject([
      { kind: "event", text: `Reason for cancelling: ${LINK}`, path: `/events/${id}` },
    ]);
    await releaseHold(staff, Number(heldRows(staff)[0]!.id));
    expect(eventJson(id, null).cancelReason).toBe(LINK);
  });

  test("none without a link if only links are held, nor of members who are not new", () => {
    const { nia, old, staff } = world("links");
    const [ownEvent, theirEvent] = [makeEvent(nia, SOON), makeEvent(old.user, SOON)];
    expect(cancelEvent(nia, ownEvent.id, "Rain.")).toBe(false);
    changeRow(users, old.user.id, { trusted: true });
    expect(cancelEvent(old.viewer, theirEvent.id, LINK)).toBe(false);
    expect([eventJson(ownEvent.id, null).cancelReason, eventJson(theirEvent.id, null).cancelReason]).toEqual([
      "Rain.",
      LINK,
    ]);
    expect(heldRows(staff)).toEqual([]);
  });

  test("another place is held, and dropped if the location has changed by then", async () => {
    const { nia, staff } = world();
    const { id } = makeEvent(nia, { location: "Goodwood, England", placeId: null });
    const LEEDS = 2644688;
    placeEvent(nia, id, LEEDS);
    expect(findRow(events, id)?.placeId).toBeNull();
    expect(heldRows(staff)).toMatchObject([{ kind: "event", text: expect.stringContaining("Leeds") }]);
    await releaseHold(staff, Number(heldRows(staff)[0]!.id));
    expect(findRow(events, id)?.placeId).toBe(LEEDS);
    // Withdrawn: no longer pending.
    placeEvent(nia, id, null);
    placeEvent(nia, id, LEEDS);
    expect(heldRows(staff)).toMatchObject([{ text: expect.stringContaining("Leeds") }]);
    placeEvent(nia, id, null);
    changeRow(events, id, { location: "York, England" });
    await releaseHold(staff, Number(heldRows(staff)[0]!.id));
    expect(findRow(events, id)?.placeId).toBe(LEEDS);
  });
});

describe("a newcomer's picture", () => {
  test("waits with the profile if everything does; only its owner and staff see it", async () => {
    const { nia, staff, old } = world();
    await updateProfile(nia, {}, await pngs(40));
    const { avatar } = db().select().from(holds).get()!;
    expect([findRow(users, nia.id)?.avatar, getProfile(nia).avatar]).toEqual(["default.jpg", avatar]);
    const access = (viewer: typeof nia | null) => findImageAccess("users", avatar!, async () => viewer);
    expect(await Promise.all([null, old.viewer, nia, staff].map(access))).toEqual([
      null,
      null,
      "restricted",
      "restricted",
    ]);
    expect(heldRows(staff)).toMatchObject([{ kind: "profile", avatar }]);
    expect(collectData(nia).heldPosts).toMatchObject([{ image: expect.anything() }]);
    await releaseHold(staff, Number(heldRows(staff)[0]!.id), heldRows(staff)[0]!.revision);
    expect(await access(null)).toBe("public");
  });

  test("at the opening of the garage too; one that replaces it, or the account's end, takes the file along", async () => {
    setDoor("all");
    const nia = viewerOf(makeUser());
    const input = {
      garageName: "Oily",
      location: "York",
      isPublicAddress: false,
      address: "",
      showOnMap: false,
      about: "",
    };
    await openGarage(nia, input as never, await pngs(40));
    expect(findRow(users, nia.id)?.avatar).toBe("default.jpg");
    const first = await filesInUploads();
    await updateProfile(nia, {}, await pngs(60));
    expect((await filesInUploads()).filter((file) => first.includes(file))).toEqual([]);
    await deleteAccount(nia);
    expect(await filesInUploads()).toEqual([]);
  });

  test("is visible at once if only links are held", async () => {
    const { nia } = world("links");
    await updateProfile(nia, {}, await pngs(40));
    expect(findRow(users, nia.id)?.avatar).not.toBe("default.jpg");
  });
});

describe("what counts as a link", () => {
  test.each(
    splitList(`
      x.com/buy | x.com?buy | x.com#buy | x.com:443/x | spam.xn--p1ai/buy | 1.2.3.4/x | 1.2.3.4:80 | ftp://x | mailto:me@x.com
      tel:+441234 | x．com／buy | x。com/buy | x。рф/buy | HTTPS://X.COM | www.x.com | magnet:?xt=1 | пример.рф/купить
      evil.भारत/x | http:x.com | http:/x.com | https:\\x.com | x.com\\y | //x.com | webcal:x | facetime:me | 看http://x.com | öhttp://x.com
      1http://x.com | 看www.x.com`),
  )("%s", (text) => expect(holdsLink(`Look: ${text} now`)).toBe(true));

  test("an address with something unseen in it", () => expect(holdsLink("x.c\u200bom/buy")).toBe(true));

  test.each(
    splitList(`
      Really nice.What? | It runs.Why?! No idea | and/or | 1.5 l/100 km | Engine: V8 | Note:see below | a.k.a. Bess | Version 2.0
      10.5.2024 | See 3:1 | tyres, etc. | e.g. this | 20:30 | Really?Yes | firing order 1.3.4.2 | 12.34.56.78 | http: no | これは。すごい/速い`),
  )("not: %s", (text) => expect(holdsLink(text)).toBe(false));

  test.each(["a.", "a-", "a+", "xn-", "a.b", "http:", "//a", "1.", "。a"])(
    "a long text of “%s” takes no longer than it is long",
    (part) => {
      const text = part.repeat(300_000 / part.length);
      expect([typeof holdsLink(text), typeof holdsAddress(text)]).toEqual(["boolean", "boolean"]);
    },
  );

  const nameOf = (name: string) => {
    const password = "correct horse";
    return decode(signUpSchema, { name, email: "a@example.com", password, passwordConfirm: password }).name;
  };

  test.each(
    splitList(`
      50% off: cheap-parts.com | me@spam.com | Cheap.Parts.Shop | X.Com | buy.now | spam。com | @handle | parts.example | spam.xn--p1ai
      Best.Shop`),
  )("in a name: %s", (name) =>
    expect(fieldErrors(() => nameOf(name))).toEqual({ name: ["A name cannot contain a link."] }),
  );

  test.each(
    splitList(`
      J.R. Smith | M.Schumacher | St.John Smythe | Dr.Ng | Conan O'Brien | J. Li | Anna-Lena | R2.D2 | J.R.R.Tolkien | T.J.Smith
      A.B.Ng | R.Smith.III | Prof.Müller | M.SCHUMACHER | J.LO | john.doe | max.mustermann | Müller GmbH&Co.KG | Capt.Slow`),
  )("not in a name: %s", (name) => expect(nameOf(name)).toBe(name));

  test("a too long name gets that message only", () => {
    expect(fieldErrors(() => nameOf("a.com ".repeat(40)))).toEqual({ name: ["Name must be at most 80 characters."] });
  });
});

test("a suspended member who deletes the account cannot reopen one with the address until the suspension ends", async () => {
  const { user, nia } = world("off");
  const email = user.email;
  const until = now() + 2 * DAY;
  changeRow(users, nia.id, { suspendedUntil: until });
  await deleteAccount(nia);
  const signUpAgain = async () => {
    const before = (await deliveredTo(email)).length;
    const { message } = await signUp({
      name: "Nia",
      email,
      password: "correct horse",
      passwordConfirm: "correct horse",
    });
    return { message, mails: (await deliveredTo(email)).length - before };
  };
  const { message } = await signUp({
    name: "B",
    email: "b@example.com",
    password: "correct horse",
    passwordConfirm: "",
  });
  expect(await signUpAgain()).toEqual({ message, mails: 0 });
  clock.time = until + 1;
  expect(await signUpAgain()).toEqual({ message, mails: 1 });
  sweepAccounts();
  expect(db().$client.prepare("SELECT count(*) AS n FROM suspended_addresses").get()).toEqual({ n: 0 });
  // Not suspended, so back at once.
  const otherUser = makeUser();
  await deleteAccount(viewerOf(otherUser));
  await signUp({ name: "O", email: otherUser.email, password: "correct horse", passwordConfirm: "" });
  expect(await deliveredTo(otherUser.email)).toHaveLength(1);
});
