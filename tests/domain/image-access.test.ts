import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { analyzeDatabase, db, transaction } from "~/db/client.server";
import { photos, users } from "~/db/schema";
import type { Viewer } from "~/features/accounts/policy";
import { canSeeEvent } from "~/features/events/policy";
import { findImageAccess } from "~/features/photos/image-access.server";
import type { ImageKind } from "~/lib/image-name";
import { makeEvent } from "../support/events";
import {
  makeAdmin,
  makeEntry,
  makeGarage,
  makeOwner,
  makePhoto,
  makeUser,
  makeVehicle,
  viewerOf,
} from "../support/people";
import { planOf, statementsDuring } from "../support/query-plans";

const NAME = "0123456789abcdef01234567_900x600_a1b2c3.jpg";
const OTHER = "fedcba98765432100123abcd_900x600_a1b2c3.jpg";

const ask = (viewer: Viewer | null, kind: ImageKind = "photos", name = NAME) =>
  findImageAccess(kind, name, async () => viewer);
const makeEntryPhoto = (vehicle: { id: number; userId: number }) =>
  makePhoto(vehicle, { entryId: makeEntry(vehicle).id, photo: NAME });
const setActive = (id: number, active: boolean) => db().update(users).set({ active }).where(eq(users.id, id)).run();
const nobody = async (): Promise<Viewer | null> => {
  throw new Error("who asks was looked up");
};

describe("what is shown", () => {
  const SHOWN: [string, ImageKind, () => unknown][] = [
    ["a photo", "photos", () => makePhoto(makeOwner().vehicle, { photo: NAME })],
    ["a photo of a build log", "photos", () => makeEntryPhoto(makeOwner().vehicle)],
    ["a lone cover", "photos", () => makeVehicle(makeGarage(makeUser()), { coverPhoto: NAME })],
    ["a garage's cover", "photos", () => makeGarage(makeUser(), { coverPhoto: NAME })],
    ["an approved event's image", "photos", () => makeEvent(makeUser(), { image: NAME })],
    ["an approved event's of a deleted account", "photos", () => makeEvent(null, { image: NAME })],
    ["an avatar", "users", () => makeUser({ avatar: NAME })],
  ];

  test.each(SHOWN)("%s is everybody's, and nobody is asked who they are", async (_, kind, make) => {
    make();
    expect(await findImageAccess(kind, NAME, nobody)).toBe("public");
    expect(await ask(null, kind, OTHER)).toBeNull();
    expect(await ask(viewerOf(makeAdmin()), kind === "users" ? "photos" : "users")).toBeNull();
  });

  test("an approved event's image stays, whoever submitted it", async () => {
    const submitter = makeUser();
    makeEvent(submitter, { image: NAME });
    setActive(submitter.id, false);
    expect(await ask(null)).toBe("public");
  });
});

describe("what is hidden", () => {
  const HIDDEN: [string, ImageKind, (user: { id: number }) => unknown][] = [
    ["a photo", "photos", (user) => makePhoto(makeVehicle(makeGarage(user)), { photo: NAME })],
    ["a photo of a build log", "photos", (user) => makeEntryPhoto(makeVehicle(makeGarage(user)))],
    ["a lone cover", "photos", (user) => makeVehicle(makeGarage(user), { coverPhoto: NAME })],
    ["a garage's cover", "photos", (user) => makeGarage(user, { coverPhoto: NAME })],
    ["a waiting event's image", "photos", (user) => makeEvent(user, { image: NAME, status: "pending" })],
    ["an avatar", "users", ({ id }) => db().update(users).set({ avatar: NAME }).where(eq(users.id, id)).run()],
  ];

  test.each(HIDDEN)("%s of a deactivated person is admins', and comes back with them", async (_, kind, make) => {
    const user = makeUser();
    make(user);
    const before = await ask(null, kind);
    setActive(user.id, false);
    expect(await ask(null, kind)).toBeNull();
    expect(await ask(makeOwner().viewer, kind)).toBeNull();
    expect(await ask(viewerOf(makeAdmin()), kind)).toBe("restricted");
    setActive(user.id, true);
    expect(await ask(null, kind)).toBe(before);
  });

  test("an avatar of an account that was never verified is admins'", async () => {
    makeUser({ avatar: NAME, verifiedAt: null });
    expect(await ask(null, "users")).toBeNull();
    expect(await ask(viewerOf(makeAdmin()), "users")).toBe("restricted");
  });

  test("a photo that comes to a hidden vehicle is hidden, one that comes back is not", async () => {
    const { user, vehicle } = makeOwner();
    setActive(user.id, false);
    makePhoto(vehicle, { photo: NAME });
    expect(await ask(null)).toBeNull();
    setActive(user.id, true);
    expect(await ask(null)).toBe("public");
  });

  test("one that shows it is enough", async () => {
    const [gone, kept] = [makeOwner(), makeOwner()];
    for (const { vehicle } of [gone, kept]) makePhoto(vehicle, { photo: NAME });
    setActive(gone.user.id, false);
    expect(await ask(null)).toBe("public");
    setActive(kept.user.id, false);
    expect(await ask(null)).toBeNull();
    makeEvent(gone.user, { image: NAME });
    expect(await ask(null)).toBe("public");
  });

  test.each(["pending", "rejected", "approved"] as const)(
    "an event's image that is %s follows its event",
    async (status) => {
      const submitter = makeUser();
      const { userId } = makeEvent(submitter, { image: NAME, status });
      for (const viewer of [null, viewerOf(submitter), makeOwner().viewer, viewerOf(makeAdmin())]) {
        expect((await ask(viewer)) !== null, viewer?.name).toBe(canSeeEvent(viewer, { status, userId }));
      }
    },
  );
});

describe("what is nobody's", () => {
  test("a file that no row mentions", async () => {
    const { vehicle } = makeOwner();
    const photo = makePhoto(vehicle, { photo: NAME });
    db().delete(photos).where(eq(photos.id, photo.id)).run();
    for (const kind of ["photos", "users"] as const) expect(await ask(viewerOf(makeAdmin()), kind)).toBeNull();
  });

  test.each(["", "default.jpg", "../secret.jpg", `${NAME}/`, NAME.toUpperCase(), "https://photos.example.com/1.jpg"])(
    "“%s” is no stored image's name, and costs nothing",
    async (name) => {
      makeUser({ avatar: name });
      expect(await findImageAccess("users", name, nobody)).toBeNull();
    },
  );
});

describe("cost", () => {
  beforeEach(() => {
    transaction(() => {
      for (let at = 0; at < 200; at += 1) {
        const { user, vehicle } = makeOwner({ avatar: OTHER });
        for (let position = 1; position <= 5; position += 1) makePhoto(vehicle, { photo: OTHER, position });
        makeEvent(user, { image: OTHER, status: at % 2 === 0 ? "approved" : "pending" });
      }
    });
    analyzeDatabase();
  });

  test("is one statement where it is everybody's, and one more for a member or an admin", async () => {
    for (const kind of ["photos", "users"] as const) {
      expect(await statementsDuring(() => findImageAccess(kind, OTHER, nobody)), kind).toHaveLength(1);
    }
    const [admin, { viewer }] = [viewerOf(makeAdmin()), makeOwner()];
    for (const kind of ["photos", "users"] as const) {
      // The first is known by now.
      expect(await statementsDuring(() => ask(admin, kind)), kind).toHaveLength(1);
    }
    expect(await statementsDuring(() => ask(viewer))).toHaveLength(1);
  });

  test("is one step into an index of each table, however many rows have the file and whatever they are", async () => {
    const [admin, { viewer }] = [viewerOf(makeAdmin()), makeOwner()];
    const statements = await statementsDuring(async () => {
      for (const kind of ["photos", "users"] as const) for (const one of [admin, viewer]) await ask(one, kind);
    });
    const steps = statements.map((statement) => planOf(statement).filter((line) => /^(SEARCH|SCAN)/.test(line)));
    expect(steps).toEqual([
      [
        "SEARCH photos USING COVERING INDEX photos_file (photo=? AND hidden=?)",
        "SEARCH events USING COVERING INDEX events_image (image=? AND status=?)",
        "SEARCH garages USING COVERING INDEX garages_cover (cover_photo=? AND hidden=?)",
        "SEARCH vehicles USING COVERING INDEX vehicles_lone_cover (cover_photo=? AND hidden=?)",
      ],
      [
        "SEARCH photos USING COVERING INDEX photos_file (photo=?)",
        "SEARCH events USING COVERING INDEX events_image (image=?)",
        "SEARCH garages USING COVERING INDEX garages_cover (cover_photo=?)",
        "SEARCH vehicles USING COVERING INDEX vehicles_lone_cover (cover_photo=?)",
      ],
      ["SEARCH events USING COVERING INDEX events_image (image=? AND status=? AND user_id=?)"],
      ["SEARCH users USING COVERING INDEX users_avatar (avatar=? AND active=? AND verified_at>?)"],
      ["SEARCH users USING COVERING INDEX users_avatar (avatar=?)"],
    ]);
  });
});
