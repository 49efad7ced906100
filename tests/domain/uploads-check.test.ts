import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkFiles, Findings } from "~/cli/uploads/check";
import { db } from "~/db/client.server";
import { photos, users } from "~/db/schema";
import { env, withRegion } from "~/env.server";
import { formatImageName, type ImageKind } from "~/lib/images";
import { parseStoreLocation } from "~/lib/store-location";
import { HOUR } from "~/lib/time";
import { neededFiles } from "~/services/images/files.server";
import { imageNamesInOrder } from "~/services/images/references.server";
import type { FileStore } from "~/services/images/store/file-store";
import { FolderStore } from "~/services/images/store/folder-store.server";
import { openStore } from "~/services/images/store/photo-store.server";
import { makeGarage, makeOwner, makePhoto, makeUser, makeVehicle } from "../support/make-rows";
import { type ObjectStore, startObjectStore } from "../support/object-store";
import { allRows } from "../support/rows";

const scratch = fs.mkdtempSync(path.join(tmpdir(), "paddock-check-"));
let service: ObjectStore;

beforeAll(async () => {
  service = await startObjectStore();
  Object.assign(process.env, service.env);
});

afterAll(async () => {
  for (const name of Object.keys(service.env)) delete process.env[name];
  await service.stop();
  fs.rmSync(scratch, { recursive: true, force: true });
});

const noFindings = { missing: { count: 0 }, unused: { count: 0 }, foreign: { count: 0 }, empty: { count: 0 } };
let serial = 0;
const root = () => env().UPLOADS_DIR;
const site = () => new FolderStore(root());
const folder = () => new FolderStore(fs.mkdtempSync(path.join(scratch, "folder-")));
const prefix = () => `check-${serial++}`;
const bucket = (name: string) => openStore(withRegion(parseStoreLocation(service.url(name))!));

function makeFiles(kind: ImageKind, { width = 1600, sizes = 300 } = {}): string {
  const facts = { id: randomBytes(12).toString("hex"), width, height: 900, color: "aabbcc", isAnimated: false };
  const name = formatImageName(facts);
  const needed = neededFiles(kind, name);
  for (const file of [...needed, needed[0]!.replace(".jpg", ".avif")]) {
    const place = path.join(root(), file);
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.writeFileSync(place, randomBytes(sizes));
  }
  return name;
}

const filesOf = (kind: ImageKind, name: string, below = root()) =>
  filesIn(below).filter((file) => file.startsWith(`${kind}/`) && file.includes(name.slice(0, -".jpg".length)));

function filesIn(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => fs.statSync(path.join(folder, file)).isFile())
    .sort();
}

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

async function putAll(store: FileStore): Promise<void> {
  const copies = fs.mkdtempSync(path.join(tmpdir(), "paddock-copies-"));
  fs.cpSync(root(), copies, { recursive: true });
  await store.put(filesIn(root()).map((key) => ({ key, path: path.join(copies, key) })));
  fs.rmSync(copies, { recursive: true });
}

it("files of photos have the same names in a folder and in a bucket: other programs copy them from one to the other", async () => {
  makeSite();
  const name = prefix();
  await putAll(await bucket(name));
  expect(service.keys(`${name}/`).sort()).toEqual(filesIn(root()).map((file) => `${name}/${file}`));
  // Without access to the site.
  const otherFolder = folder();
  for (const key of service.keys(`${name}/`)) {
    const place = path.join(otherFolder.root, key.slice(name.length + 1));
    fs.mkdirSync(path.dirname(place), { recursive: true });
    fs.writeFileSync(place, fs.readFileSync(service.fileOf(key)));
  }
  expect((await checkFiles(otherFolder)).missing.first).toEqual([]);
  expect(filesIn(otherFolder.root)).toEqual(filesIn(root()));
});

describe("checking photos", () => {
  it("reports nothing if rows and files agree, in a folder and in a bucket", async () => {
    const { vehicle } = makeSite();
    // Rows not written yet.
    makeFiles("photos");
    // Named, but not stored here.
    makePhoto(vehicle, { photo: "https://photos.example.com/a.jpg" });
    const files = filesIn(root());
    const totals = { files: files.length, bytes: files.length * 300, images: 6 };
    expect(await checkFiles(site())).toMatchObject({ ...noFindings, ...totals });
    const store = await bucket(prefix());
    await putAll(store);
    expect(await checkFiles(store)).toMatchObject({ ...noFindings, images: 6 });
  });

  it("names what is missing, unused, foreign or empty", async () => {
    const { names } = makeSite(30);
    const lostFiles = names.slice(2).flatMap((name) => neededFiles("photos", name));
    for (const file of lostFiles) fs.rmSync(path.join(root(), file));
    const avatar = neededFiles("users", allRows(users)[0]!.avatar)[0]!;
    fs.rmSync(path.join(root(), avatar));
    const unused = [...filesOf("users", makeFiles("users")), ...filesOf("photos", makeFiles("photos"))];
    const old = Date.now() / 1000 - (2 * HOUR) / 1000;
    for (const file of unused) fs.utimesSync(path.join(root(), file), old, old);
    const empty = neededFiles("photos", names[0]!)[1]!;
    fs.truncateSync(path.join(root(), empty), 0);
    for (const file of ["photos/notes.txt", `users/zz/${path.basename(avatar)}`]) {
      fs.mkdirSync(path.dirname(path.join(root(), file)), { recursive: true });
      fs.writeFileSync(path.join(root(), file), "x");
    }
    const report = await checkFiles(site());
    expect(report.missing.count).toBe(lostFiles.length + 1);
    expect(report.missing.first).toHaveLength(20);
    expect(lostFiles).toEqual(expect.arrayContaining(report.missing.first));
    expect(report.unused.first.sort()).toEqual(unused.sort());
    expect(report.foreign.first).toEqual(["photos/notes.txt", `users/zz/${path.basename(avatar)}`]);
    expect(report.empty.first).toEqual([empty]);
    expect((await checkFiles(folder())).missing.count).toBe(31 * 3 + 1 + 3);
  });

  it("does not report what is under way", async () => {
    const { vehicle, names } = makeSite(6);
    const early = names.sort()[0]!;
    let acted = false;
    /** Changes photos between the pages of a listing. */
    class Busy extends FolderStore {
      override async *list(prefix?: string) {
        for await (const file of super.list(prefix)) {
          yield file;
          if (acted) continue;
          acted = true;
          makePhoto(vehicle, { photo: makeFiles("photos") });
          for (const name of names.slice(4)) {
            db().delete(photos).where(eq(photos.photo, name)).run();
            for (const missingFile of filesOf("photos", name)) fs.rmSync(path.join(root(), missingFile));
          }
          db().delete(photos).where(eq(photos.photo, early)).run();
        }
      }
    }
    const report = await checkFiles(new Busy(root()));
    expect(acted).toBe(true);
    expect(report).toMatchObject(noFindings);
  });

  it("reads each name once, in their order", () => {
    makeSite(5);
    for (const kind of ["photos", "users"] as const) {
      const names = [...imageNamesInOrder(kind)];
      expect(names).toEqual([...new Set(names)].sort());
      expect(names).toHaveLength(kind === "photos" ? 7 : 1);
    }
  });
});

it("findings are counted, and the first twenty named", () => {
  const findings = new Findings();
  findings.addAll(Array.from({ length: 1_025 }, (_, index) => `photos/${index}`));
  const lines = findings.lines("missing");
  const expected = [22, "missing 1025", "  missing photos/0", "  missing photos/19"];
  expect([lines.length, lines[0], lines[1], lines[20]]).toEqual(expected);
  expect(lines[21]).toBe("  missing … and 1,005 more");
});
