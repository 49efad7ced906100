import { createHash, randomBytes } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "~/db/client.server";
import { imageNamesInOrder } from "~/db/image-names.server";
import { imageIntents, photos, users } from "~/db/schema";
import { env, withRegion } from "~/env.server";
import { formatImageName, type ImageKind } from "~/lib/image-name";
import { formatStoreLocation, parseStoreLocation } from "~/lib/store-location";
import { neededFiles } from "~/services/images/files.server";
import { FolderStore } from "~/services/images/folder-store.server";
import { type FileStore, StoreUnavailableError } from "~/services/images/store";
import { openStore } from "~/services/images/stores.server";
import { checkFiles } from "../../app/cli/uploads/check";
import { Findings } from "../../app/cli/uploads/findings";
import { type Moved, moveFiles } from "../../app/cli/uploads/move";
import { Patience } from "../../app/cli/uploads/patience";
import { locationOf, openTarget } from "../../app/cli/uploads/places";
import { type ObjectStore, startObjectStore } from "../support/object-store";
import { makeGarage, makeOwner, makePhoto, makeUser, makeVehicle } from "../support/people";
import { slowSteps, statementsOf } from "../support/query-plans";

const scratch = mkdtempSync(path.join(tmpdir(), "paddock-move-"));
let service: ObjectStore;

beforeAll(async () => {
  service = await startObjectStore();
  Object.assign(process.env, service.env);
});

afterAll(async () => {
  for (const name of Object.keys(service.env)) delete process.env[name];
  await service.stop();
  rmSync(scratch, { recursive: true, force: true });
});

let serial = 0;
const root = () => env().UPLOADS_DIR;
const site = () => new FolderStore(root());
const folder = () => new FolderStore(mkdtempSync(path.join(scratch, "folder-")));
const prefix = () => `move-${serial++}`;
const bucket = (name: string) => openStore(withRegion(parseStoreLocation(service.url(name))!));

/** Writes the files of an image into the site's folder. No row names it yet. */
function makeFiles(kind: ImageKind, { width = 1600, sizes = 300 } = {}): string {
  const name = formatImageName({
    id: randomBytes(12).toString("hex"),
    width,
    height: 900,
    color: "aabbcc",
    animated: false,
  });
  const needed = neededFiles(kind, name);
  for (const file of [...needed, needed[0]!.replace(".jpg", ".avif")]) {
    const place = path.join(root(), file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, randomBytes(sizes));
  }
  return name;
}

const filesOf = (kind: ImageKind, name: string, below = root()) =>
  filesIn(below).filter((file) => file.startsWith(`${kind}/`) && file.includes(name.slice(0, -".jpg".length)));

/** Files below a folder, relative to it, sorted. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => statSync(path.join(folder, file)).isFile())
    .sort();
}

/** A site on which images are named in every place that can. */
function makeSite(count = 3): { vehicle: { id: number }; names: string[] } {
  const { vehicle } = makeOwner({ avatar: makeFiles("users", { width: 400 }) });
  const names = Array.from({ length: count }, () => makeFiles("photos"));
  for (const photo of names) makePhoto(vehicle, { photo });
  makePhoto(vehicle, { photo: names[0]! });
  makePhoto(vehicle);
  const garage = makeGarage(makeUser(), { coverPhoto: makeFiles("photos", { width: 300 }) });
  makeVehicle(garage, { coverPhoto: makeFiles("photos") });
  return { vehicle, names };
}

async function move(
  source: FileStore,
  target: FileStore,
  onRound?: (moved: Moved) => void,
  patience = 0,
): Promise<Moved> {
  const temporary = mkdtempSync(path.join(scratch, "scratch-"));
  const progress = { round: 0, compared: 0, copied: 0, bytes: 0 };
  const moved = await moveFiles(
    { source, target, scratch: temporary, patience: new Patience(patience) },
    progress,
    onRound,
  );
  expect(readdirSync(temporary)).toEqual([]);
  return moved;
}

const sums = (store: FolderStore, files: readonly string[]) =>
  Object.fromEntries(
    files.map((file) => [
      file,
      createHash("md5")
        .update(readFileSync(path.join(store.root, file)))
        .digest("hex"),
    ]),
  );

async function sumsIn(store: FileStore): Promise<Record<string, string | null>> {
  const found: Record<string, string | null> = {};
  for await (const { key, md5 } of store.list()) found[key] = md5;
  return found;
}

describe("moving photos", () => {
  it("takes what rows need to a bucket and back to a folder, byte for byte, and says what it leaves", async () => {
    makeSite();
    const needed = filesIn(root());
    const coming = makeFiles("photos");
    const going = makeFiles("photos");
    const unused = makeFiles("users", { width: 96 });
    const until = Date.now();
    db().insert(imageIntents).values({ kind: "photos", name: coming, purpose: "add", holder: "x", until }).run();
    db().insert(imageIntents).values({ kind: "photos", name: going, purpose: "remove", holder: "", until }).run();
    mkdirSync(path.join(root(), ".tmp", "1-a"), { recursive: true });
    for (const file of ["photos/notes.txt", "photos/my photo.jpg", ".tmp/1-a/x.jpg"])
      writeFileSync(path.join(root(), file), "x");
    const all = sums(site(), filesIn(root()));
    const wanted = sums(site(), [...needed, ...filesOf("photos", coming)].sort());

    const store = await bucket(prefix());
    const there = await move(site(), store);
    expect(there).toMatchObject({ round: 2, copied: Object.keys(wanted).length, failed: { count: 0 } });
    expect(there.unused.count).toBe(filesOf("users", unused).length + filesOf("photos", going).length);
    expect(there.foreign.first).toEqual(["photos/my photo.jpg", "photos/notes.txt"]);
    expect(await sumsIn(store)).toEqual(wanted);
    expect(sums(site(), filesIn(root()))).toEqual(all);
    expect(await move(site(), store)).toMatchObject({ round: 1, copied: 0, same: there.copied });

    const back = folder();
    expect(await move(store, back)).toMatchObject({ round: 2, copied: there.copied, unused: { count: 0 } });
    expect(sums(back, filesIn(back.root))).toEqual(wanted);
    expect(await move(store, back)).toMatchObject({ round: 1, copied: 0, same: there.copied });
  }, 30_000);

  it("finds what is damaged in the target, and copies it anew", async () => {
    const { names } = makeSite();
    const [cut, other] = names.map((name) => filesOf("photos", name)[0]!);
    const name = prefix();
    const [store, copy] = [await bucket(name), folder()];
    for (const target of [store, copy]) await move(site(), target);
    for (const placeOf of [(file: string) => service.fileOf(`${name}/${file}`), (file: string) => copy.pathOf(file)]) {
      truncateSync(placeOf(cut!), 10);
      writeFileSync(placeOf(other!), randomBytes(300));
      // The store would go on giving the sum of what it was sent.
      for (const file of [cut!, other!]) rmSync(`${placeOf(file)}.md5`, { force: true });
    }
    const wanted = sums(site(), filesIn(root()));
    expect(await move(site(), await bucket(name))).toMatchObject({ copied: 2, failed: { count: 0 } });
    expect(await sumsIn(store)).toEqual(wanted);
    expect(await move(store, copy)).toMatchObject({ copied: 2, failed: { count: 0 } });
    expect(sums(copy, filesIn(copy.root))).toEqual(wanted);
  }, 30_000);

  it("names what cannot be copied, and copies the rest", async () => {
    const { names } = makeSite();
    const broken = filesOf("photos", names[1]!)[1]!;
    const name = prefix();
    await move(site(), await bucket(name));
    // The store still has the sum of what it was given.
    writeFileSync(service.fileOf(`${name}/${broken}`), randomBytes(300));
    const copy = folder();
    const moved = await move(await bucket(name), copy);
    expect(moved.failed.first).toEqual([expect.stringMatching(`^${broken}: .*damaged`)]);
    expect(filesIn(copy.root)).toEqual(filesIn(root()).filter((file) => file !== broken));
  });

  it("takes along what is added meanwhile, and passes over what is removed", async () => {
    const { vehicle, names } = makeSite(4);
    /** Whoever lists it is too late: one photo goes as soon as it was seen. */
    class Busy extends FolderStore {
      override async *list(prefix?: string) {
        for await (const file of super.list(prefix)) {
          yield file;
          if (file.key.includes(names[0]!.slice(0, 20))) rmSync(this.pathOf(file.key), { force: true });
        }
      }
    }
    let added = "";
    const rounds: number[] = [];
    const target = await bucket(prefix());
    const moved = await move(new Busy(root()), target, ({ round, copied }) => {
      rounds.push(copied);
      if (round !== 1) return;
      added = makeFiles("photos");
      makePhoto(vehicle, { photo: added });
      db().delete(photos).where(eq(photos.photo, names[1]!)).run();
      for (const file of filesOf("photos", names[1]!)) rmSync(path.join(root(), file));
    });
    expect([moved.round, moved.failed.count, rounds[1]! - rounds[0]!]).toEqual([3, 0, filesOf("photos", added).length]);
    const there = await sumsIn(target);
    expect(there).toMatchObject(sums(site(), filesIn(root())));
    // What was copied before it was removed stays: a move removes nothing.
    expect(Object.keys(there).filter((file) => file.includes(names[1]!.slice(0, 20)))).toHaveLength(4);
  });

  it("waits for a store that is away for a moment, and goes on where it was given up", async () => {
    makeSite(40);
    const wanted = sums(site(), filesIn(root()));
    const name = prefix();
    service.hold(20);
    const died = service.killAfter(60).then(() => service.revive());
    const moved = await move(site(), await bucket(name), undefined, 20_000);
    await died;
    service.hold(0);
    expect(moved).toMatchObject({ failed: { count: 0 }, copied: Object.keys(wanted).length });
    expect(await sumsIn(await bucket(name))).toEqual(wanted);

    const second = prefix();
    const dead = service.killAfter(60);
    await expect(move(site(), await bucket(second))).rejects.toThrow(StoreUnavailableError);
    await dead;
    await service.revive();
    const resumed = await move(site(), await bucket(second));
    expect(resumed.copied).toBeLessThan(Object.keys(wanted).length);
    expect(await sumsIn(await bucket(second))).toEqual(wanted);

    const third = folder();
    const lost = service.killAfter(60);
    await expect(move(await bucket(second), third)).rejects.toThrow(StoreUnavailableError);
    await lost;
    await service.revive();
    await move(await bucket(second), third);
    expect(sums(third, filesIn(third.root))).toEqual(wanted);
  }, 60_000);
});

describe("checking photos", () => {
  it("finds nothing where rows and files agree, in a folder and in a bucket", async () => {
    const { vehicle } = makeSite();
    const until = Date.now();
    for (const purpose of ["add", "remove"] as const) {
      db()
        .insert(imageIntents)
        .values({ kind: "photos", name: makeFiles("photos"), purpose, holder: "", until })
        .run();
    }
    // Named, and not ours to keep.
    makePhoto(vehicle, { photo: "https://photos.example.com/a.jpg" });
    const none = { missing: { count: 0 }, unused: { count: 0 }, foreign: { count: 0 }, empty: { count: 0 } };
    const files = filesIn(root());
    expect(await checkFiles(site(), 0)).toMatchObject({
      ...none,
      files: files.length,
      bytes: files.length * 300,
      images: 6,
    });
    const store = await bucket(prefix());
    await move(site(), store);
    expect(await checkFiles(store, 0)).toMatchObject({ ...none, images: 6 });
  });

  it("names what is missing, unused, foreign or empty", async () => {
    const { names } = makeSite(30);
    const lost = names.slice(2).flatMap((name) => neededFiles("photos", name));
    for (const file of lost) rmSync(path.join(root(), file));
    const avatar = neededFiles("users", db().select({ avatar: users.avatar }).from(users).get()!.avatar)[0]!;
    rmSync(path.join(root(), avatar));
    const unused = [...filesOf("users", makeFiles("users")), ...filesOf("photos", makeFiles("photos"))];
    const empty = neededFiles("photos", names[0]!)[1]!;
    truncateSync(path.join(root(), empty), 0);
    for (const file of ["photos/notes.txt", `users/zz/${path.basename(avatar)}`]) {
      mkdirSync(path.dirname(path.join(root(), file)), { recursive: true });
      writeFileSync(path.join(root(), file), "x");
    }
    const found = await checkFiles(site(), 0);
    expect(found.missing.count).toBe(lost.length + 1);
    expect(found.missing.first).toHaveLength(20);
    expect(lost).toEqual(expect.arrayContaining(found.missing.first));
    expect(found.unused.first.sort()).toEqual(unused.sort());
    expect(found.foreign.first).toEqual(["photos/notes.txt", `users/zz/${path.basename(avatar)}`]);
    expect(found.empty.first).toEqual([empty]);
    expect((await checkFiles(folder(), 0)).missing.count).toBe(31 * 3 + 1 + 3);
  });

  it("does not report what is under way", async () => {
    const { vehicle, names } = makeSite(6);
    const early = names.sort()[0]!;
    let acted = false;
    /** Between the pages of its list somebody adds a photo, removes another one, and a third is put in its place. */
    class Busy extends FolderStore {
      override async *list(prefix?: string) {
        for await (const file of super.list(prefix)) {
          yield file;
          if (acted) continue;
          acted = true;
          makePhoto(vehicle, { photo: makeFiles("photos") });
          for (const name of names.slice(4)) {
            db().delete(photos).where(eq(photos.photo, name)).run();
            for (const gone of filesOf("photos", name)) rmSync(path.join(root(), gone));
          }
          db().delete(photos).where(eq(photos.photo, early)).run();
          const until = Date.now();
          db().insert(imageIntents).values({ kind: "photos", name: early, purpose: "remove", holder: "", until }).run();
        }
      }
    }
    const found = await checkFiles(new Busy(root()), 0);
    expect(acted).toBe(true);
    expect(found).toMatchObject({
      missing: { first: [] },
      unused: { first: [] },
      foreign: { first: [] },
      empty: { first: [] },
    });
  });

  it("reads the names from indexes, in their order", () => {
    makeSite(5);
    const statements = statementsOf(() => {
      for (const kind of ["photos", "users"] as const) {
        const names = [...imageNamesInOrder(kind)];
        expect(names).toEqual([...new Set(names)].sort());
        expect(names).toHaveLength(kind === "photos" ? 7 : 1);
      }
    });
    expect(statements).toHaveLength(5);
    expect(statements.map((statement) => [statement, slowSteps(statement)])).toEqual(
      statements.map((one) => [one, []]),
    );
  });
});

it("findings are counted, and the first twenty named", () => {
  const findings = new Findings();
  findings.addAll(Array.from({ length: 1_025 }, (_, at) => `photos/${at}`));
  const lines = findings.lines("missing");
  expect([lines.length, lines[0], lines[1], lines[20]]).toEqual([
    22,
    "missing 1025",
    "  missing photos/0",
    "  missing photos/19",
  ]);
  expect(lines[21]).toBe("  missing … and 1,005 more");
});

it.each([
  "file:/srv/photos",
  "s3://bucket/a/b?endpoint=https://store.example.com/x&region=eu-1&pathStyle=1",
  "s3://bucket",
])("a location is written as it is read: %s", (text) => {
  expect(formatStoreLocation(parseStoreLocation(text)!)).toBe(text);
});

it("photos never go into a bucket of another site's, whose sweep would take them for unused", async () => {
  const [here, there] = [{ kind: "folder" as const, path: root() }, locationOf(service.url(prefix()), "TARGET")];
  const owned = async (site: string) => {
    const file = path.join(scratch, "owner");
    writeFileSync(file, site);
    await (await openStore(there)).put([{ key: "owner", path: file }]);
  };
  await openTarget(there, here);
  await owned("f".repeat(32));
  await expect(openTarget(there, here)).rejects.toThrow(/belongs to another site/);
  await owned(db().get<{ id: string }>(sql`SELECT site_id AS id FROM site`).id);
  expect((await openTarget(there, here)).label).toContain("move-");
});
