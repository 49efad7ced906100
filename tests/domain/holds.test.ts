import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "~/db/client.server";
import { comments, garages, holds, notifications, registrationSettings, users, vehicles } from "~/db/schema";
import { userDetailJson } from "~/features/accounts/json.server";
import type { Viewer } from "~/features/accounts/policy";
import { getProfile, updateProfile } from "~/features/accounts/profile.server";
import { profilePatchSchema, signUpSchema } from "~/features/accounts/schema.server";
import { addEntry, addEntryPhotos, updateEntry } from "~/features/build-log/commands.server";
import { entryJson } from "~/features/build-log/json.server";
import { getEntryPage, getEntryTexts, listEntries } from "~/features/build-log/queries.server";
import { entryInput } from "~/features/build-log/schema.server";
import { getSectionView } from "~/features/build-log/section.server";
import { listFeed } from "~/features/feed/queries.server";
import { openGarage, updateGarage } from "~/features/garages/commands.server";
import { getGarageJson } from "~/features/garages/json.server";
import { getGaragePage } from "~/features/garages/queries.server";
import { refuseHold, releaseAllOf, releaseHold } from "~/features/moderation/held/commands.server";
import { listHeld } from "~/features/moderation/held/queries.server";
import { listItems } from "~/features/notifications/list.server";
import { notificationPath, notificationQuote, notificationText } from "~/features/notifications/messages";
import { findImageAccess } from "~/features/photos/image-files.server";
import { search } from "~/features/search/queries.server";
import { addComment, deleteComment, editComment } from "~/features/social/comments.server";
import { listComments } from "~/features/social/conversation.server";
import { commentJson, listCommentsJson, reviewJson } from "~/features/social/json.server";
import { followUser, getViewerState } from "~/features/social/reactions.server";
import { listReviews, reviewGarage } from "~/features/social/reviews.server";
import { addVehicle, setSpecs, updateVehicle } from "~/features/vehicles/commands.server";
import { addPhotos, reorderEntryPhotos, reorderPhotos, updatePhoto } from "~/features/vehicles/gallery.server";
import { vehicleJson } from "~/features/vehicles/json.server";
import { getVehicle, getVehicleTexts, listGarageVehicles } from "~/features/vehicles/queries.server";
import { decode } from "~/lib/decode";
import { DAY } from "~/lib/time";
import { NOON, tickingClock } from "../support/clock";
import { makeAdmin, makeEntry, makeOwner, makePhoto, makeUser, viewerOf } from "../support/make-rows";
import { counterProblems } from "../support/population";
import { fieldErrors, refusalLike } from "../support/refusal";
import { allRows, changeRow } from "../support/rows";
import { emptyUploadsForEachTest, pngs } from "../support/uploads";

emptyUploadsForEachTest();

const clock = tickingClock();

const LINK = "See https://example.com/wheels";
const PAGE = { page: 1, limit: 20 };
const VEHICLE = { make: "Lotus", model: "Elan", year: 1967, condition: "", description: "", story: "" };
const ENTRY = decode(entryInput, { kind: "Note", title: "Tyres", date: "2020-05-01" });

const setDoor = (firstPosts: "off" | "links" | "all") =>
  db()
    .insert(registrationSettings)
    .values({ id: 1, firstPosts })
    .onConflictDoUpdate({ target: registrationSettings.id, set: { firstPosts } })
    .run();

/** Nia is new; Olive (`old`) has been here longer; Mo is a moderator. */
function world(firstPosts: "off" | "links" | "all" = "links") {
  const { user, garage, vehicle } = makeOwner({ name: "Nia New" });
  const old = makeOwner({ name: "Olive Old" });
  const staff = viewerOf(makeUser({ role: "moderator", name: "Mo" }));
  setDoor(firstPosts);
  return {
    ...{ user, garage, vehicle, old, staff },
    nia: { ...viewerOf(user), garageId: garage.id },
    olive: { ...viewerOf(old.user), garageId: old.garage.id },
  };
}

const pendingRows = () => db().select().from(holds).all();
const only = () => pendingRows()[0]!;
const notFound = refusalLike("not_found");
const texts = (viewer: { id: number }) =>
  listItems(viewer, PAGE).rows.map((notification) => [notificationText(notification), notificationPath(notification)]);

describe("which posts are held", () => {
  test.each([
    ["off", LINK, 0],
    ["links", LINK, 1],
    ["links", "Http://EXAMPLE.com", 1],
    ["links", "look at\nwww.example.com", 1],
    ["links", "it is on example.co.uk/wheels", 1],
    ["links", "Nice wheels. And/or tyres, 1.5 l/100 km.", 0],
    ["all", "Nice wheels.", 1],
  ] as const)("with %s, “%s”", (firstPosts, text, heldCount) => {
    const { nia, old } = world(firstPosts);
    addComment(nia, old.vehicle.id, { text });
    expect(pendingRows()).toHaveLength(heldCount);
  });

  test("none of members older than a week, trusted members and staff", () => {
    const { old, staff } = world("all");
    const users = [makeUser({ createdAt: NOON - 7 * DAY }), makeUser({ trusted: true }), staff, makeAdmin()];
    for (const user of users) addComment(viewerOf(user), old.vehicle.id, { text: LINK });
    expect(pendingRows()).toEqual([]);
    addComment(viewerOf(makeUser({ createdAt: NOON - 6 * DAY })), old.vehicle.id, { text: LINK });
    expect(pendingRows()).toHaveLength(1);
  });

  test("any text with a link, in new posts and edits", async () => {
    const { nia, vehicle, garage } = world();
    for (const name of ["make", "model", "condition", "description", "story"] as const) {
      const id = await addVehicle(nia, { ...VEHICLE, [name]: "www.example.com" }, []);
      expect(() => getVehicle(id, null), name).toThrow(notFound);
      expect(vehicleJson(id, nia)).toMatchObject({ held: true });
    }
    await addEntry(nia, vehicle.id, { ...ENTRY, text: LINK }, []);
    const part = { name: "Tyre", maker: "", number: "", url: "https://example.com/tyre" };
    await addEntry(nia, vehicle.id, { ...ENTRY, parts: [part] }, []);
    expect(pendingRows().map(({ kind }) => kind)).toEqual([...Array(5).fill("vehicle"), "entry", "entry"]);
    expect(listGarageVehicles(garage.id, PAGE).total).toBe(1);
    expect(listGarageVehicles(garage.id, PAGE, nia)).toMatchObject({ total: 6 });
  });
});

describe("an edit of what is shown", () => {
  /** Each kind: what the viewer sees of it, and edits with and without a link. */
  const KINDS = {
    vehicle: ({ vehicle }) => ({
      read: (viewer) =>
        [vehicleJson(vehicle.id, viewer), getVehicle(vehicle.id, viewer)].map((view) => [view.story, view.held]),
      edit: (nia, story) => updateVehicle(nia, vehicle.id, { story }),
    }),
    entry: ({ vehicle }) => {
      const { id } = makeEntry(vehicle, { text: "" });
      return {
        read: (viewer) => [
          ...[getEntryPage(id, viewer).entry, entryJson(id, viewer)].map(({ text, held }) => [text, held]),
          ...listEntries(vehicle.id, {}, PAGE, viewer).rows.map(({ text, held }) => [text, held]),
        ],
        edit: (nia, text) => updateEntry(nia, id, { text }),
      };
    },
    comment: ({ nia, old }) => {
      const id = addComment(nia, old.vehicle.id, { text: "-" });
      return {
        read: (viewer) => [
          ...listComments(old.vehicle.id, viewer, PAGE).rows.map(({ text, held }) => [text, held]),
          ...[commentJson(id, viewer), ...listCommentsJson(old.vehicle.id, PAGE, viewer).rows].map(({ text, held }) => [
            text,
            held,
          ]),
        ],
        edit: (nia, text) => editComment(nia, id, { text }),
      };
    },
    review: ({ nia, old }) => {
      const { id } = reviewGarage(nia, old.garage.id, { rating: 4, review: "-" });
      return {
        read: (viewer) =>
          [reviewJson(id, viewer), ...listReviews(old.garage.id, viewer, PAGE).rows].map(({ review, held }) => [
            review,
            held,
          ]),
        edit: (nia, review) => reviewGarage(nia, old.garage.id, { rating: 4, review }),
      };
    },
  } satisfies Record<
    string,
    (at: ReturnType<typeof world>) => {
      read: (viewer: Viewer | null) => unknown[][];
      edit: (nia: Viewer, text: string) => unknown;
    }
  >;

  test.each(Object.entries(KINDS))("waits, and others see it as it was: %s", async (_, make) => {
    const at = world();
    const { nia, olive, staff } = at;
    const { read, edit } = make(at);
    const [, before] = [edit(nia, "Old words."), read(null)];
    const repeatText = (text: string, isHeld?: true) => before.map(() => [text, isHeld]);
    expect([read(null), read(nia)]).toEqual([repeatText("Old words."), repeatText("Old words.")]);
    edit(nia, LINK);
    for (const viewer of [null, olive, staff]) expect(read(viewer)).toEqual(before);
    expect(read(nia)).toEqual(repeatText(LINK, true));
    edit(nia, "Plain words.");
    expect([read(null), read(nia)]).toEqual([before, repeatText("Plain words.", true)]);
    expect(listHeld(staff, PAGE).rows).toMatchObject([{ text: expect.stringContaining("Plain words.") }]);
    refuseHold(staff, only().id, "Say what it is.");
    expect([read(null), read(nia)]).toEqual([before, repeatText("Plain words.", true)]);
    edit(nia, "Better words.");
    await releaseHold(staff, only().id);
    for (const viewer of [null, olive, nia]) expect(read(viewer)).toEqual(repeatText("Better words."));
    expect([pendingRows(), counterProblems(db().$client)]).toEqual([[], []]);
  });

  test("waits with all that its author changes meanwhile, which the forms and ETags have", async () => {
    const { nia, vehicle, garage, old, staff } = world();
    const entry = makeEntry(vehicle, { title: "Tyres" });
    const specs = [{ name: "Engine", value: "V4" }];
    updateVehicle(nia, vehicle.id, { story: LINK, model: "Elite" });
    setSpecs(nia, vehicle.id, specs);
    updateEntry(nia, entry.id, { text: LINK, kind: "Service" });
    updateEntry(nia, entry.id, { title: "Wheels" });
    const isNew = { model: "Elite", story: LINK, specs };
    expect(getVehicleTexts(vehicle.id)).toMatchObject(isNew);
    expect(getEntryTexts(entry.id)).toMatchObject({ title: "Wheels", text: LINK, kind: "Service" });
    expect(listGarageVehicles(garage.id, PAGE, nia).rows).toMatchObject([{ model: "Elite", held: true }]);
    expect(listGarageVehicles(garage.id, PAGE).rows).toMatchObject([{ model: "Elan" }]);
    expect(getSectionView(vehicle.id, nia).latest).toMatchObject([{ title: "Wheels", held: true }]);
    expect(getSectionView(vehicle.id).latest).toMatchObject([{ title: "Tyres" }]);
    reviewGarage(nia, old.garage.id, { rating: 4, review: "Tidy." });
    reviewGarage(nia, old.garage.id, { rating: 5, review: LINK });
    expect(getViewerState(nia, old.garage.id, old.user.id).reviewForm.own).toMatchObject({ rating: 5, review: LINK });
    expect(getGaragePage(old.garage.id, null).averageRating).toBe(4);
    const countFound = () => search("elite", undefined, 1).vehicles?.rows.length ?? 0;
    expect(countFound()).toBe(0);
    await releaseAllOf(staff, nia.id);
    expect(vehicleJson(vehicle.id)).toMatchObject(isNew);
    expect(getEntryPage(entry.id, null).entry).toMatchObject({ title: "Wheels", text: LINK });
    expect([countFound(), getGaragePage(old.garage.id, null).averageRating]).toEqual([1, 5]);
  });

  test("of a thing that is held itself changes it at once, for its author", async () => {
    const { nia, staff } = world();
    const id = await addVehicle(nia, { ...VEHICLE, story: LINK }, []);
    updateVehicle(nia, id, { story: "Plain." });
    expect(only().texts).toBeNull();
    expect(getVehicle(id, nia)).toMatchObject({ story: "Plain.", held: true });
    expect(() => getVehicle(id, null)).toThrow(notFound);
    await releaseHold(staff, only().id);
    expect(getVehicle(id, null).story).toBe("Plain.");
  });
});

describe("photos", () => {
  const wordless = { captions: new Map<number, string>(), places: new Map<number, number>() };

  const captionsOf = (views: { caption: string }[]) => views.map(({ caption }) => caption);

  test("a caption with a link waits, however it is written", async () => {
    const { nia, vehicle, staff } = world();
    const entry = makeEntry(vehicle);
    const [photo, second] = [makePhoto(vehicle), makePhoto(vehicle, { position: 2 })];
    const ofEntry = makePhoto(vehicle, { entryId: entry.id });
    updatePhoto(nia, photo.id, { caption: "On the ramp." });
    reorderPhotos(nia, vehicle.id, { ...wordless, captions: new Map([[photo.id, "Off it."]]), coverId: undefined });
    expect(pendingRows()).toEqual([]);
    const captions = new Map([[ofEntry.id, LINK]]);
    await reorderEntryPhotos(nia, { vehicleId: vehicle.id, entryId: entry.id }, { ...wordless, captions }, new Set());
    expect(pendingRows()).toMatchObject([{ kind: "entry", thingId: entry.id }]);
    expect(captionsOf(getEntryPage(entry.id, null).entry.photos)).toEqual([""]);
    expect(captionsOf(getEntryPage(entry.id, nia).entry.photos)).toEqual([LINK]);
    const writes = [
      () => updatePhoto(nia, photo.id, { caption: LINK }),
      () => updatePhoto(nia, ofEntry.id, { caption: `${LINK} again` }),
      () => reorderPhotos(nia, vehicle.id, { ...wordless, captions: new Map([[second.id, LINK]]), coverId: undefined }),
    ];
    for (const write of writes) {
      await releaseAllOf(staff, nia.id);
      changeRow(users, nia.id, { trusted: false });
      write();
      const [heldRow] = listHeld(staff, PAGE).rows;
      expect(heldRow?.text).toContain(LINK);
    }
    expect(captionsOf(getEntryPage(entry.id, null).entry.photos)).toEqual([`${LINK} again`]);
    expect(captionsOf(getVehicle(vehicle.id, null).photos)).toEqual([LINK, ""]);
    expect(getVehicle(vehicle.id, nia)).toMatchObject({ held: true, photos: [{}, { caption: LINK }] });
    updatePhoto(nia, photo.id, { position: 2 });
    expect(pendingRows()).toHaveLength(1);
  });

  test("new photos wait if everything is held; the rest stays public, and the first becomes the cover after the release", async () => {
    const { nia, vehicle, staff } = world("all");
    const entry = makeEntry(vehicle);
    await addPhotos(nia, vehicle.id, await pngs(30));
    await addEntryPhotos(nia, entry.id, await pngs(30));
    expect(pendingRows().map(({ kind }) => kind)).toEqual(["vehicle", "entry"]);
    const counts = (viewer: Viewer | null) => [
      getVehicle(vehicle.id, viewer).photos.length,
      getEntryPage(entry.id, viewer).entry.photos.length,
    ];
    expect([counts(null), counts(nia)]).toEqual([
      [0, 0],
      [1, 1],
    ]);
    expect(getVehicle(vehicle.id, null)).toMatchObject({ coverPhoto: null });
    const [photo] = getVehicle(vehicle.id, nia).photos;
    expect(photo).toMatchObject({ held: true });
    expect(await findImageAccess("photos", photo!.photo, async () => null)).toBeNull();
    refuseHold(staff, only().id, "Not a car at all.");
    expect(getVehicle(vehicle.id, nia).photos).toMatchObject([{ held: true, refused: true }]);
    updateVehicle(nia, vehicle.id, { story: "It is one." });
    expect(getVehicle(vehicle.id, nia).photos[0]).not.toHaveProperty("refused");
    await releaseAllOf(staff, nia.id);
    expect(counts(null)).toEqual([1, 1]);
    expect(getVehicle(vehicle.id, null)).toMatchObject({ coverPhoto: photo!.photo, story: "It is one." });
    expect(await findImageAccess("photos", photo!.photo, async () => null)).toBe("public");
    expect(counterProblems(db().$client)).toEqual([]);
  });
});

describe("a garage and a profile", () => {
  const ROOM = { garageName: "New Room", location: "Goodwood", isPublicAddress: false, address: "", showOnMap: false };

  test("a new garage is held as a whole, and what comes into it is not there either", async () => {
    world();
    const user = makeUser();
    const id = await openGarage(viewerOf(user), { ...ROOM, about: LINK }, []);
    const owner = { ...viewerOf(user), garageId: id };
    const vehicle = await addVehicle(owner, VEHICLE, []);
    for (const look of [() => getGaragePage(id, null), () => getVehicle(vehicle, null)]) expect(look).toThrow(notFound);
    expect(getGaragePage(id, owner)).toMatchObject({ held: true });
    expect(getVehicle(vehicle, owner)).not.toHaveProperty("held");
    await releaseHold(viewerOf(makeAdmin()), only().id);
    expect(getGaragePage(id, null)).toMatchObject({ name: "New Room", vehicleCount: 1 });
    expect(getVehicle(vehicle, null).make).toBe("Lotus");
  });

  test("of a garage that is shown the new texts wait, and others see it as it was", async () => {
    const { nia, garage, staff } = world();
    const before = getGarageJson(garage.id);
    updateGarage(nia, { name: "Wheels", description: LINK });
    expect(getGarageJson(garage.id)).toEqual(before);
    expect(getGarageJson(garage.id, nia)).toMatchObject({ name: "Wheels", description: LINK, held: true });
    expect(getGaragePage(garage.id, nia)).toMatchObject({ name: "Wheels", held: true });
    updateGarage(nia, { description: "Plain." });
    expect(getGarageJson(garage.id)).toEqual(before);
    expect(only().texts).toMatchObject({ name: "Wheels", description: "Plain." });
    refuseHold(staff, only().id, "Say what it is.");
    expect(getGarageJson(garage.id, nia)).toMatchObject({ name: "Wheels", held: true });
    expect(getGaragePage(garage.id, nia)).toMatchObject({ held: true, refused: true });
    updateGarage(nia, { description: "All kinds." });
    expect(getGaragePage(garage.id, nia)).not.toHaveProperty("refused");
    await releaseHold(staff, only().id);
    expect(getGarageJson(garage.id)).toMatchObject({ name: "Wheels", description: "All kinds." });
    expect(pendingRows()).toEqual([]);
  });

  test("so do those of a profile, its name among them; its picture does not", async () => {
    const { nia, user, garage, staff } = world();
    await updateProfile(nia, { name: "Nia Née", bio: LINK, location: "Leeds" }, []);
    expect(userDetailJson(user.id, null)).toMatchObject({ name: "Nia New", bio: "", location: "" });
    expect(userDetailJson(user.id, staff)).toMatchObject({ bio: "" });
    expect(userDetailJson(user.id, nia)).toMatchObject({ name: "Nia Née", bio: LINK, location: "Leeds", held: true });
    expect(getProfile(nia)).toMatchObject({ bio: LINK, review: { refused: false } });
    expect(getGaragePage(garage.id, nia).ownerBio).toBe(LINK);
    expect(getGaragePage(garage.id, staff).ownerBio).toBe("");
    expect(listHeld(staff, PAGE).rows).toMatchObject([{ text: `Nia Née\n${LINK}\nLeeds` }]);
    await releaseHold(staff, only().id);
    expect(userDetailJson(user.id, null)).toMatchObject({ name: "Nia Née", bio: LINK, location: "Leeds" });
    expect(allRows(users).find(({ id }) => id === user.id)).toMatchObject({ nameFolded: "nia nee" });
  });

  test("a name alone is held if everything is; one with a link is refused", async () => {
    const { nia, user } = world("all");
    await updateProfile(nia, { name: "Nia Née" }, []);
    expect([userDetailJson(user.id, null).name, getProfile(nia).name]).toEqual(["Nia New", "Nia Née"]);
    for (const name of ["Buy at www.example.com", "https://example.com", "example.com/wheels"]) {
      const message = { name: ["A name cannot contain a link."] };
      expect(fieldErrors(() => decode(profilePatchSchema, { name }))).toEqual(message);
      const input = { name, email: "a@b.example", password: "correct horse", passwordConfirm: "correct horse" };
      expect(fieldErrors(() => decode(signUpSchema, input))).toEqual(message);
    }
    expect(decode(profilePatchSchema, { name: "J. R. van der Linden-O'Neil/Smith" })).toHaveProperty("name");
  });
});

describe("release and refusal", () => {
  test("recipients are notified of a held post after its release only", async () => {
    const { nia, old, olive, staff, vehicle, garage } = world("all");
    followUser(olive, nia.id);
    db().delete(notifications).run();
    const comment = addComment(nia, old.vehicle.id, { text: "Nice." });
    reviewGarage(nia, old.garage.id, { rating: 5, review: "Tidy." });
    const vehicleId = await addVehicle(nia, VEHICLE, []);
    expect(texts(olive)).toEqual([]);
    expect(listFeed(olive, PAGE).rows.map((row) => row.vehicleId)).not.toContain(vehicleId);
    expect(listComments(old.vehicle.id, olive, PAGE).rows).toEqual([]);
    expect(listReviews(old.garage.id, olive, PAGE).rows).toEqual([]);
    expect(texts(staff)).toEqual([["3 posts are waiting for review", "/moderation/held"]]);
    clock.time += DAY;
    expect(await releaseAllOf(staff, nia.id)).toBe(3);
    expect(texts(staff)).toEqual([]);
    expect(texts(olive).map(([text]) => text)).toEqual(
      expect.arrayContaining([
        expect.stringContaining("Nia New commented on your"),
        "Nia New reviewed your garage",
        "Nia New added a vehicle: 1967 Elan",
      ]),
    );
    const [first] = listFeed(olive, PAGE).rows;
    expect([first?.vehicleId, Date.parse(first!.at) > NOON + DAY]).toEqual([vehicleId, true]);
    expect(listComments(old.vehicle.id, olive, PAGE).rows.map(({ id }) => id)).toEqual([comment]);
    expect(getVehicle(vehicle.id, null).garageId).toBe(garage.id);
  });

  test("an edit of what was shown is no news, neither before its release nor after", async () => {
    const { nia, olive, staff, vehicle } = world();
    followUser(olive, nia.id);
    const before = listFeed(olive, PAGE);
    updateVehicle(nia, vehicle.id, { story: LINK });
    expect(listFeed(olive, PAGE)).toEqual(before);
    await releaseHold(staff, only().id);
    expect(listFeed(olive, PAGE)).toEqual(before);
  });

  test("the author is notified of both decisions with the reason; an edit sends it to review again", async () => {
    const { nia, staff, vehicle } = world();
    updateVehicle(nia, vehicle.id, { story: LINK });
    refuseHold(staff, only().id, "It is an advertisement.");
    const path = `/vehicles/${vehicle.id}`;
    expect(texts(nia)).toEqual([["Your vehicle “1967 Lotus Elan” was not accepted", path]]);
    const [refusal] = listItems(nia, { page: 1, limit: 1 }).rows;
    expect(notificationQuote(refusal!)).toBe("It is an advertisement.");
    expect(db().select({ mail: notifications.mail }).from(notifications).all()).toContainEqual({ mail: "once" });
    expect(vehicleJson(vehicle.id, nia)).toMatchObject({ held: true, story: LINK });
    const marks = () => listGarageVehicles(vehicle.garageId, PAGE, nia).rows.map(({ refused = false }) => refused);
    expect(marks()).toEqual([true]);
    expect(listHeld(staff, PAGE).rows).toEqual([]);
    updateVehicle(nia, vehicle.id, { story: "My own words." });
    expect(listHeld(staff, PAGE).rows).toMatchObject([{ text: expect.stringContaining("My own words."), path }]);
    expect(marks()).toEqual([false]);
    expect(texts(staff)).toEqual([["1 post is waiting for review", "/moderation/held"]]);
    await releaseHold(staff, only().id);
    expect(texts(nia)[0]).toEqual(["Your vehicle “1967 Lotus Elan” was approved and is now public", path]);
    expect(vehicleJson(vehicle.id)).not.toHaveProperty("held");
  });

  test("what a decision hides meanwhile is released without saying that everybody sees it", async () => {
    const { nia, old, staff } = world();
    deleteComment(viewerOf(makeAdmin()), addComment(nia, old.vehicle.id, { text: LINK }));
    const notifications = texts(nia);
    expect(notifications).toEqual([
      ["A moderator made a decision about your comment on 1967 Lotus Elan", expect.stringContaining("/cases/")],
    ]);
    await releaseHold(staff, only().id);
    expect([pendingRows(), texts(nia)]).toEqual([[], notifications]);
  });

  test("three released make a person trusted", async () => {
    const { nia, old, staff, user } = world();
    const trusted = () => db().select().from(users).where(eq(users.id, user.id)).get()!.trusted;
    for (const expected of [false, false, true]) {
      addComment(nia, old.vehicle.id, { text: LINK });
      await releaseHold(staff, only().id);
      expect(trusted()).toBe(expected);
    }
    addComment(nia, old.vehicle.id, { text: LINK });
    expect(pendingRows()).toEqual([]);
  });

  test("staff decide, never about themselves, a moderator not about staff, and the second of two gets a conflict", async () => {
    const { nia, old, staff, user } = world();
    addComment(nia, old.vehicle.id, { text: LINK });
    const { id } = only();
    const [forbidden, conflict] = [refusalLike("forbidden"), refusalLike("conflict")];
    for (const viewer of [nia, viewerOf(makeUser())]) {
      await expect(releaseHold(viewer, id)).rejects.toThrow(forbidden);
      expect(() => refuseHold(viewer, id, "Not this one.")).toThrow(forbidden);
      await expect(releaseAllOf(viewer, nia.id)).rejects.toThrow(forbidden);
      expect(() => listHeld(viewer, PAGE)).toThrow(forbidden);
    }
    changeRow(users, user.id, { role: "moderator" });
    const herself = viewerOf(user);
    await expect(releaseHold(herself, id)).rejects.toThrow(forbidden);
    await expect(releaseAllOf(herself, nia.id)).rejects.toThrow(forbidden);
    await expect(releaseHold(staff, id)).rejects.toThrow(forbidden);
    expect(() => refuseHold(staff, id, "Not this one.")).toThrow(forbidden);
    await expect(releaseAllOf(staff, nia.id)).rejects.toThrow(forbidden);
    const decides = (viewer: Viewer) => listHeld(viewer, PAGE).rows.map(({ viewerCanDecide }) => viewerCanDecide);
    expect([decides(staff), decides(viewerOf(makeAdmin()))]).toEqual([[false], [true]]);
    changeRow(users, user.id, { role: "user" });
    await expect(releaseHold(staff, id + 1)).rejects.toThrow(notFound);
    refuseHold(staff, id, "Not this one.");
    await expect(releaseHold(staff, id)).rejects.toThrow(conflict);
    db().delete(comments).run();
    expect(pendingRows()).toEqual([]);
    expect(() => refuseHold(staff, id, "Not this one.")).toThrow(conflict);
    await expect(releaseAllOf(staff, nia.id)).rejects.toThrow(conflict);
  });

  test("a deleted post deletes its hold", () => {
    const { nia, vehicle, garage, old } = world("all");
    updateVehicle(nia, vehicle.id, { story: "Words." });
    updateGarage(nia, { description: "Words." });
    addComment(nia, old.vehicle.id, { text: "Words." });
    expect(pendingRows()).toHaveLength(3);
    db().delete(vehicles).where(eq(vehicles.id, vehicle.id)).run();
    db().delete(garages).where(eq(garages.id, garage.id)).run();
    expect(pendingRows().map(({ kind }) => kind)).toEqual(["comment"]);
    db().delete(users).where(eq(users.id, nia.id)).run();
    expect(pendingRows()).toEqual([]);
  });
});
