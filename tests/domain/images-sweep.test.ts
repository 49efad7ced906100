import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { mkdir, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { photos } from "~/db/schema";
import { env } from "~/env.server";
import { deletePhoto } from "~/features/vehicles/gallery.server";
import type { DomainError } from "~/lib/errors";
import { DAY, HOUR, MINUTE, setClock } from "~/lib/time";
import { startSweeps } from "~/server/process/background-jobs.server";
import { neededFiles, removeImages } from "~/services/images/files.server";
import { stageImages, withStagedImages } from "~/services/images/stage.server";
import { StoreUnavailableError } from "~/services/images/store/file-store";
import { FolderStore } from "~/services/images/store/folder-store.server";
import { sweepImages, sweepTemporaryFolders } from "~/services/images/sweep.server";
import { makeTemporaryFolder } from "~/services/images/temporary-folder.server";
import { png } from "../support/images";
import { makeOwner, makePhoto, makeVehicle } from "../support/make-rows";
import { allRows } from "../support/rows";
import { emptyUploadsForEachTest, filesInUploads, uploaded } from "../support/uploads";

emptyUploadsForEachTest();

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const NOW = Date.now();
const owner = () => makeVehicle(makeOwner().garage);
const mention = (photo: string) => makePhoto(owner(), { photo });
const picture = async () => uploaded({ filename: "a.png", bytes: await png({ width: 20, height: 10 }) });

/**
 * Without rows.
 * @returns their names
 */
async function upload(count = 1): Promise<string[]> {
  const file = await picture();
  return withStagedImages("photos", Array(count).fill(file), "photos", (images) => images.map(({ name }) => name));
}

/** Of all stored files, or of one image's, ms. */
async function age(ms: number, name = ""): Promise<void> {
  for (const file of (await filesInUploads()).filter((candidate) => candidate.includes(name.slice(0, 24))))
    await utimes(path.join(env().UPLOADS_DIR, file), NOW / 1000, (NOW - ms) / 1000);
}

async function put(file: string, content = ""): Promise<void> {
  const place = path.join(env().UPLOADS_DIR, file);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, content);
}

async function areStored(names: readonly string[]): Promise<boolean[]> {
  const files = (await filesInUploads()).join("\n");
  return names.map((name) => files.includes(name.slice(0, 24)));
}

const deadPid = (): number => spawnSync(process.execPath, ["--version"]).pid;
const temporaryFolders = () => readdirSync(path.join(env().UPLOADS_DIR, ".tmp"));

describe("an upload", () => {
  it("failing rows leave nothing behind and pass the error on, committed or not", async () => {
    const file = await picture();
    const failedUpload = withStagedImages("photos", [file], "photos", () => {
      throw new Error("the row was refused");
    });
    await expect(failedUpload).rejects.toThrow("the row was refused");
    expect(await filesInUploads()).toEqual([]);
    const first = await stageImages("photos", [file], "photos");
    await first.discard();
    const second = await stageImages("photos", [file], "photos");
    await second.commit();
    await second.discard();
    expect(await filesInUploads()).toEqual([]);
  });

  it("has its files in place before the rows, and its temporary folder until after them", async () => {
    const list = () => readdirSync(env().UPLOADS_DIR, { recursive: true, encoding: "utf8" });
    const during = await withStagedImages("photos", [await picture()], "photos", () => {
      expect(temporaryFolders()).toHaveLength(1);
      return list().filter((name) => name.endsWith(".jpg"));
    });
    expect(during.map((name) => name.slice(0, 7))).toEqual(["photos/"]);
    expect((await filesInUploads()).filter((name) => name.endsWith(".jpg"))).toEqual(during);
    expect((await filesInUploads()).every((name) => name.startsWith("photos/"))).toBe(true);
    expect(temporaryFolders()).toEqual([]);
  });

  it("a process taken for dead gets a refusal, and leaves neither rows nor files", async () => {
    const vehicle = owner();
    const put = FolderStore.prototype.put;
    vi.spyOn(FolderStore.prototype, "put").mockImplementation(async function (this: FolderStore, files) {
      await put.call(this, files);
      // Another container's, which does not see this process; its clock is ahead.
      rmSync(path.join(env().UPLOADS_DIR, ".tmp"), { recursive: true });
      expect(await sweepImages(NOW + 2 * HOUR)).toBeGreaterThan(0);
    });
    const attempt = withStagedImages("photos", [await picture()], "photos", ([image]) =>
      makePhoto(vehicle, { photo: image!.name }),
    );
    const refusal = await attempt.catch((error: DomainError) => error);
    const message = "Upload failed. Please try again.";
    expect(refusal).toMatchObject({ code: "unavailable", message, fields: { photos: [message] } });
    expect([allRows(photos), await filesInUploads()]).toEqual([[], []]);
  });
});

describe("the sweep", () => {
  it("deletes the files that no row names and that are older than the cutoff, and nothing else", async () => {
    const [keptImage, lostImage, freshImage] = await upload(3);
    // As restored from a backup.
    await age(30 * DAY, keptImage!);
    await age(MINUTE, lostImage!);
    await age(0, freshImage!);
    mention(keptImage!);
    expect(await sweepImages(NOW)).toBeGreaterThan(0);
    expect(await areStored([keptImage!, lostImage!, freshImage!])).toEqual([true, false, true]);
  });

  it("deletes old files in the folders that are no image of ours, and leaves the rest of the folder alone", async () => {
    await put("photos/stray.jpg");
    await put("users/ab/half-written");
    await put("readme.txt");
    await age(2 * HOUR);
    await put("photos/new.jpg");
    await sweepImages(NOW - HOUR);
    expect(await filesInUploads()).toEqual(["photos/new.jpg", "readme.txt"]);
  });

  it("deletes however many, and nothing in a folder that is not there yet", async () => {
    expect(await sweepImages(NOW)).toBe(0);
    for (let index = 0; index < 700; index++)
      await put(`photos/ab/${"ab".padEnd(24, "0")}_${index + 1}x1_000000-400.jpg`);
    await age(2 * HOUR);
    expect(await sweepImages(NOW)).toBe(700);
  });

  it("keeps files of an upload in progress, also if the store's clock is behind", async () => {
    const [lostImage] = await upload();
    await age(2 * HOUR);
    const staged = await stageImages("photos", [await picture()], "photos");
    await staged.commit();
    const { name } = staged.images[0]!;
    await age(HOUR / 2, name);
    await sweepImages(NOW);
    expect([await areStored([lostImage!, name]), staged.exists()]).toEqual([[false, true], true]);
    await staged.drop();
    await sweepImages(NOW);
    expect(await areStored([name])).toEqual([false]);
  });

  it("leaves what another process is storing, and what it stored before the start, until that process has ended", async () => {
    const [name] = await upload();
    await age(MINUTE);
    // Begun before the file; this process started later.
    await put(`.tmp/${process.ppid}-${NOW - 2 * MINUTE}-aa/x-400.jpg`);
    await sweepImages(NOW);
    expect(await areStored([name!])).toEqual([true]);
    rmSync(path.join(env().UPLOADS_DIR, ".tmp"), { recursive: true });
    await put(`.tmp/${deadPid()}-${NOW - 2 * MINUTE}-bb/x-400.jpg`);
    await sweepImages(NOW);
    expect(await filesInUploads()).toEqual([]);
  });

  it("leaves what a process of another container stores meanwhile, which looks dead from here", async () => {
    const [name] = await upload();
    await age(HOUR / 2);
    const list = FolderStore.prototype.list;
    vi.spyOn(FolderStore.prototype, "list").mockImplementation(async function* (this: FolderStore, folder) {
      yield* list.call(this, folder);
      if (folder === "photos/") await put(`.tmp/${deadPid()}-${NOW}-aa/x-400.jpg`);
    });
    await sweepImages(NOW);
    expect(await areStored([name!])).toEqual([true]);
  });

  it("reads uploads after files and rows last, so that a row written meanwhile keeps its file", async () => {
    const vehicle = owner();
    const staged = await stageImages("photos", [await picture()], "photos");
    await staged.commit();
    const { name } = staged.images[0]!;
    await age(2 * HOUR);
    const list = FolderStore.prototype.list;
    vi.spyOn(FolderStore.prototype, "list").mockImplementation(async function* (this: FolderStore, folder) {
      yield* list.call(this, folder);
      if (folder !== "photos/") return;
      makePhoto(vehicle, { photo: name });
      await staged.drop();
    });
    await sweepImages(NOW);
    expect(await areStored([name])).toEqual([true]);
  });

  it("deletes on its next run what an unavailable store kept; row and picture are missing before", async () => {
    const { viewer, vehicle } = makeOwner();
    const [name] = await upload();
    const photo = makePhoto(vehicle, { photo: name! });
    const away = new StoreUnavailableError("away");
    vi.spyOn(FolderStore.prototype, "removeMany").mockRejectedValueOnce(away).mockRejectedValueOnce(away);
    await deletePhoto(viewer, photo.id);
    expect([allRows(photos), await areStored([name!])]).toEqual([[], [true]]);
    await age(2 * DAY);
    await expect(sweepImages(NOW - DAY)).rejects.toThrow(away);
    expect(await areStored([name!])).toEqual([true]);
    await sweepImages(NOW - DAY);
    expect(await areStored([name!])).toEqual([false]);
  });
});

describe("temporary folders", () => {
  it("of dead processes go, and those of an earlier process with our number", async () => {
    await put(`.tmp/${deadPid()}-${NOW}-aa/x-400.jpg`);
    await put(`.tmp/${process.pid}-${NOW}-bb/x-400.jpg`);
    await put(".tmp/nonsense/x");
    expect(await sweepTemporaryFolders()).toBe(3);
    expect(await filesInUploads()).toEqual([]);
  });

  it("of a running upload stay, and of another living process for an hour", async () => {
    const running = await stageImages("photos", [await picture()], "photos");
    await put(`.tmp/${process.ppid}-${NOW}-cc/x-400.jpg`);
    const before = await filesInUploads();
    expect(await sweepTemporaryFolders()).toBe(0);
    expect(await filesInUploads()).toEqual(before);
    setClock(() => NOW + 2 * HOUR);
    expect([await sweepTemporaryFolders(), running.exists()]).toEqual([1, true]);
    await running.drop();
    expect(await filesInUploads()).toEqual([]);
  });

  it("are marked every ten minutes, so that no other process takes a long upload for dead", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const folder = await makeTemporaryFolder();
    await utimes(folder.path, NOW / 1000, (NOW - 2 * HOUR) / 1000);
    vi.advanceTimersByTime(10 * MINUTE);
    const fresh = async () => (await stat(folder.path)).mtimeMs > NOW - HOUR;
    await vi.waitUntil(fresh, { timeout: 60_000 });
    await folder.drop();
  });
});

describe("when photos are swept", () => {
  const start = (siteStartedAt: number) => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    return startSweeps(siteStartedAt);
  };
  const pass = (ms: number) => {
    setClock(() => NOW + ms);
    vi.advanceTimersByTime(ms);
  };

  const isGone = (name: string) => vi.waitUntil(async () => !(await areStored([name]))[0], { timeout: 60_000 });

  it("at the start what is older than the site; the rest a day later", async () => {
    const [before, after] = await upload(2);
    await age(2 * MINUTE, before!);
    await age(0, after!);
    const sweeps = start(NOW - MINUTE);
    await isGone(before!);
    pass(HOUR);
    await sweeps.stop();
    expect(await areStored([after!])).toEqual([true]);
    const daily = start(NOW - MINUTE);
    pass(DAY + MINUTE);
    await isGone(after!);
    await daily.stop();
  });

  it.each([
    ["has run for long", NOW - 30 * DAY],
    ["is of an earlier version and does not say since when it runs", 0],
  ])("by a worker that takes over if the primary %s: files older than a day", async (_, siteStartedAt) => {
    const [young, old] = await upload(2);
    await age(HOUR, young!);
    await age(2 * DAY, old!);
    const sweeps = start(siteStartedAt);
    await isGone(old!);
    await sweeps.stop();
    expect(await areStored([young!])).toEqual([true]);
  });

  it("an hour after the store was unavailable", async () => {
    const [lostImage] = await upload();
    await age(2 * MINUTE);
    const removeMany = vi.spyOn(FolderStore.prototype, "removeMany");
    removeMany.mockRejectedValueOnce(new StoreUnavailableError("away"));
    const sweeps = start(NOW - MINUTE);
    await vi.waitUntil(() => removeMany.mock.results.length === 1, { timeout: 60_000 });
    expect(await areStored([lostImage!])).toEqual([true]);
    pass(HOUR);
    await isGone(lostImage!);
    await sweeps.stop();
  });

  it("and stops early when the site stops", async () => {
    const [lostImage] = await upload();
    await age(2 * MINUTE);
    await start(NOW).stop();
    expect(await areStored([lostImage!])).toEqual([true]);
  });
});

it("thousands of photos that go at once: the response does not wait for all of them", async () => {
  const names = Array.from({ length: 700 }, (_, index) => `${index.toString(16).padStart(24, "0")}_96x96_aabbcc.jpg`);
  for (const name of names) await put(neededFiles("users", name)[0]!);
  const removeMany = vi.spyOn(FolderStore.prototype, "removeMany");
  await removeImages("users", names);
  expect((await filesInUploads()).length).toBeLessThanOrEqual(200);
  await Promise.all(removeMany.mock.results.map(({ value }) => value));
  expect([await filesInUploads(), removeMany.mock.calls.length]).toEqual([[], 2]);
});
