import { beforeEach, describe, expect, test } from "vitest";
import { analyzeDatabase, transaction } from "~/db/client.server";
import { eventChanges, photos, users } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { canSeeEvent } from "~/features/events/policy";
import { findImageAccess } from "~/features/photos/image-files.server";
import type { ImageKind } from "~/lib/images";
import { makeEvent } from "../support/events";
import {
  makeAdmin,
  makeEntry,
  makeGarage,
  makeOwner,
  makePhoto,
  makeUser,
  makeVehicle,
  setActive,
  viewerOf,
} from "../support/make-rows";
import { planOf, statementsDuring } from "../support/query-plans";
import { changeRow, insertRow, removeRow } from "../support/rows";

const NAME = "0123456789abcdef01234567_900x600_a1b2c3.jpg";
const OTHER = "fedcba98765432100123abcd_900x600_a1b2c3.jpg";

const ask = (viewer: Viewer | null, kind: ImageKind = "photos", name = NAME) =>
  findImageAccess(kind, name, async () => viewer);
const makeEntryPhoto = (vehicle: { id: number; userId: number }) =>
  makePhoto(vehicle, { entryId: makeEntry(vehicle).id, photo: NAME });
const nobody = async (): Promise<Viewer | null> => {
  throw new Error("who asks was looked up");
};

test("an approved event's image is public, whoever submitted it", async () => {
  const submitter = makeUser();
  makeEvent(submitter, { image: NAME });
  makeEvent(null, { image: OTHER });
  setActive(submitter, false);
  for (const name of [NAME, OTHER]) expect(await findImageAccess("photos", name, nobody)).toBe("public");
});

describe("what is hidden", () => {
  const HIDDEN: [string, ImageKind, (user: { id: number }) => unknown][] = [
    ["a photo", "photos", (user) => makePhoto(makeVehicle(makeGarage(user)), { photo: NAME })],
    ["a photo of a build log", "photos", (user) => makeEntryPhoto(makeVehicle(makeGarage(user)))],
    ["a lone cover", "photos", (user) => makeVehicle(makeGarage(user), { coverPhoto: NAME })],
    ["a garage's cover", "photos", (user) => makeGarage(user, { coverPhoto: NAME })],
    ["an avatar", "users", ({ id }) => changeRow(users, id, { avatar: NAME })],
  ];

  test.each(HIDDEN)(
    "%s is everybody's, unasked; of a deactivated person admins', until they are back",
    async (...row) => {
      const [, kind, make] = row;
      const user = makeUser();
      const admin = viewerOf(makeAdmin());
      make(user);
      expect(await findImageAccess(kind, NAME, nobody)).toBe("public");
      expect(await ask(null, kind, OTHER)).toBeNull();
      expect(await ask(admin, kind === "users" ? "photos" : "users")).toBeNull();
      setActive(user, false);
      expect([await ask(null, kind), await ask(makeOwner().viewer, kind)]).toEqual([null, null]);
      expect(await ask(admin, kind)).toBe("restricted");
      setActive(user, true);
      expect(await ask(null, kind)).toBe("public");
    },
  );

  test("an unverified user's avatar is for admins only, and so is a new photo of a hidden vehicle", async () => {
    makeUser({ avatar: NAME, verifiedAt: null });
    expect(await ask(null, "users")).toBeNull();
    expect(await ask(viewerOf(makeAdmin()), "users")).toBe("restricted");
    const { user, vehicle } = makeOwner();
    setActive(user, false);
    makePhoto(vehicle, { photo: NAME });
    expect(await ask(null)).toBeNull();
    setActive(user, true);
    expect(await ask(null)).toBe("public");
  });

  test("one that shows it is enough", async () => {
    const [inactive, active] = [makeOwner(), makeOwner()];
    for (const { vehicle } of [inactive, active]) makePhoto(vehicle, { photo: NAME });
    setActive(inactive.user, false);
    expect(await ask(null)).toBe("public");
    setActive(active.user, false);
    expect(await ask(null)).toBeNull();
    makeEvent(inactive.user, { image: NAME });
    expect(await ask(null)).toBe("public");
  });

  test.each(["pending", "rejected", "approved"] as const)(
    "an event's image that is %s follows its event",
    async (status) => {
      const submitter = makeUser();
      const { userId } = makeEvent(submitter, { image: NAME, status });
      for (const viewer of [null, viewerOf(submitter), makeOwner().viewer, viewerOf(makeAdmin())])
        expect((await ask(viewer)) !== null, viewer?.name).toBe(canSeeEvent(viewer, { status, userId }));
    },
  );
});

test("a picture that a change of a live event would show is its submitter's and admins'", async () => {
  const submitter = makeUser();
  const { id: eventId } = makeEvent(submitter);
  insertRow(eventChanges, { eventId, image: NAME, createdAt: 0, updatedAt: 0 });
  const others = [null, makeOwner().viewer];
  const allowed = [viewerOf(submitter), viewerOf(makeAdmin())];
  expect(await Promise.all(others.map((viewer) => ask(viewer)))).toEqual([null, null]);
  expect(await Promise.all(allowed.map((viewer) => ask(viewer)))).toEqual(["restricted", "restricted"]);
});

test("missing: a file without a row", async () => {
  const { vehicle } = makeOwner();
  const photo = makePhoto(vehicle, { photo: NAME });
  removeRow(photos, photo.id);
  for (const kind of ["photos", "users"] as const) expect(await ask(viewerOf(makeAdmin()), kind)).toBeNull();
});

test.each(["", "default.jpg", "../secret.jpg", `${NAME}/`, NAME.toUpperCase(), "https://photos.example.com/1.jpg"])(
  "missing: “%s” is no stored image's name, and costs no query",
  async (name) => {
    makeUser({ avatar: name });
    expect(await findImageAccess("users", name, nobody)).toBeNull();
  },
);

describe("cost", () => {
  beforeEach(() => {
    transaction(() => {
      for (let index = 0; index < 200; index += 1) {
        const { user, vehicle } = makeOwner({ avatar: OTHER });
        for (let position = 1; position <= 5; position += 1) makePhoto(vehicle, { photo: OTHER, position });
        makeEvent(user, { image: OTHER, status: index % 2 === 0 ? "approved" : "pending" });
      }
    });
    analyzeDatabase();
  });

  test("takes one statement for public images, and one more for a member or an admin", async () => {
    for (const kind of ["photos", "users"] as const)
      expect(await statementsDuring(() => findImageAccess(kind, OTHER, nobody)), kind).toHaveLength(1);
    const [admin, { viewer }] = [viewerOf(makeAdmin()), makeOwner()];
    for (const kind of ["photos", "users"] as const) {
      // One is cached by now.
      expect(await statementsDuring(() => ask(admin, kind)), kind).toHaveLength(1);
    }
    expect(await statementsDuring(() => ask(viewer))).toHaveLength(1);
  });

  test("takes one index look-up per table, for any number and kind of rows", async () => {
    const [admin, { viewer }] = [viewerOf(makeAdmin()), makeOwner()];
    const statements = await statementsDuring(async () => {
      for (const kind of ["photos", "users"] as const) for (const asker of [admin, viewer]) await ask(asker, kind);
    });
    const steps = statements.map((statement) => planOf(statement).filter((line) => /^(SEARCH|SCAN)/.test(line)));
    expect(steps).toEqual([
      [
        "SEARCH photos USING COVERING INDEX photos_file (photo=? AND hidden=?)",
        "SEARCH vehicles USING COVERING INDEX vehicles_lone_cover (cover_photo=? AND hidden=?)",
        "SEARCH garages USING COVERING INDEX garages_cover (cover_photo=? AND hidden=?)",
        "SEARCH events USING COVERING INDEX events_image (image=? AND status=?)",
      ],
      [
        "SEARCH photos USING COVERING INDEX photos_file (photo=?)",
        "SEARCH vehicles USING COVERING INDEX vehicles_lone_cover (cover_photo=?)",
        "SEARCH garages USING COVERING INDEX garages_cover (cover_photo=?)",
        "SEARCH events USING COVERING INDEX events_image (image=?)",
        "SEARCH event_changes USING COVERING INDEX event_changes_image (image=?)",
        "SEARCH case_pictures USING COVERING INDEX case_pictures_image (image=?)",
      ],
      [
        "SEARCH photos USING INDEX photos_file (photo=?)",
        "SEARCH vehicles EXISTS USING INTEGER PRIMARY KEY (rowid=?)",
        "SEARCH vehicles USING INDEX vehicles_lone_cover (cover_photo=?)",
        "SEARCH garages USING INDEX garages_cover (cover_photo=?)",
        "SEARCH events USING COVERING INDEX events_image (image=? AND status=? AND user_id=?)",
        "SEARCH event_changes USING COVERING INDEX event_changes_image (image=?)",
        "SEARCH events EXISTS USING COVERING INDEX events_user (user_id=? AND id=? AND rowid=?)",
      ],
      [
        "SEARCH users USING COVERING INDEX users_avatar (avatar=? AND active=? AND verified_at>?)",
        "SEARCH site_settings USING COVERING INDEX site_settings_logo (logo=?)",
      ],
      [
        "SEARCH users USING COVERING INDEX users_avatar (avatar=?)",
        "SEARCH cases USING COVERING INDEX cases_avatar (avatar=?)",
        "SEARCH holds USING COVERING INDEX holds_avatar (avatar=?)",
        "SEARCH site_settings USING COVERING INDEX site_settings_logo (logo=?)",
      ],
      ["SEARCH users USING COVERING INDEX users_avatar (avatar=?)", "SEARCH holds USING INDEX holds_avatar (avatar=?)"],
    ]);
  });
});
