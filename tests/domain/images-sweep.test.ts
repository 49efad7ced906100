import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdir, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { db } from "~/db/client.server";
import { imageIntents } from "~/db/schema";
import { env } from "~/env.server";
import { HOUR, MINUTE, setClock } from "~/lib/time";
import { neededFiles, removeImages } from "~/services/images/files.server";
import { beginImageWrite, planImageRemoval, reserveImage } from "~/services/images/intents.server";
import { stageImages, withStagedImages } from "~/services/images/stage.server";
import { finishIntents, sweepImages } from "~/services/images/sweep.server";
import { makeTemporaryFolder } from "~/services/images/temporary-folder.server";
import { png } from "../support/images";
import { makeOwner, makePhoto, makeVehicle } from "../support/people";
import { allRows } from "../support/rows";
import { emptyUploadsForEachTest, filesInUploads, uploaded } from "../support/uploads";

emptyUploadsForEachTest();

const NOW = Date.now();
/** A row that names an image. */
const mention = (photo: string) => makePhoto(makeVehicle(makeOwner().garage), { photo });

async function upload(count = 1): Promise<string[]> {
  const file = uploaded({ filename: "a.png", bytes: await png({ width: 20, height: 10 }) });
  return withStagedImages("photos", Array(count).fill(file), "photos", (images) => images.map(({ name }) => name));
}

async function age(ms: number): Promise<void> {
  for (const file of await filesInUploads())
    await utimes(path.join(env().UPLOADS_DIR, file), NOW / 1000, (NOW - ms) / 1000);
}

async function put(file: string, content = ""): Promise<void> {
  const place = path.join(env().UPLOADS_DIR, file);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, content);
}

/** The number of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ["--version"]).pid;

describe("an upload whose rows fail", () => {
  it("leaves nothing behind and passes the error on; it can be taken back by hand, before and after it is in place", async () => {
    const file = uploaded({ filename: "a.png", bytes: await png() });
    const failed = withStagedImages("photos", [file], "photos", () => {
      throw new Error("the row was refused");
    });
    await expect(failed).rejects.toThrow("the row was refused");
    expect(await filesInUploads()).toEqual([]);
    const first = await stageImages("photos", [file], "photos");
    await first.discard();
    const second = await stageImages("photos", [file], "photos");
    await second.commit();
    await second.discard();
    expect(await filesInUploads()).toEqual([]);
  });

  it("has its files in place before the rows, and what was intended is over with them", async () => {
    const file = uploaded({ filename: "a.png", bytes: await png() });
    const during = await withStagedImages("photos", [file], "photos", () =>
      readdirSync(env().UPLOADS_DIR, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jpg")),
    );
    expect(during.map((name) => name.slice(0, 7))).toEqual(["photos/"]);
    expect((await filesInUploads()).filter((name) => name.endsWith(".jpg"))).toEqual(during);
    expect((await filesInUploads()).every((name) => name.startsWith("photos/"))).toBe(true);
    expect(allRows(imageIntents)).toEqual([]);
  });

  it("is refused where a sweep has taken it for given up, and leaves no row", async () => {
    const file = uploaded({ filename: "a.png", bytes: await png() });
    const staged = await stageImages("photos", [file], "photos");
    await staged.commit();
    await sweepImages(NOW + 2 * HOUR);
    expect(() => staged.release()).toThrow(/given up/);
    await staged.discard();
    expect(await filesInUploads()).toEqual([]);
    expect(allRows(imageIntents)).toEqual([]);
  });
});

describe("what is intended", () => {
  it("lasts as long as an upload shows that it lives, and an hour longer", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const staged = await stageImages("photos", [uploaded({ filename: "a.png", bytes: await png() })], "photos");
      await staged.commit();
      let time = NOW;
      for (let minutes = 0; minutes < 90; minutes += 10) {
        time += 10 * MINUTE;
        setClock(() => time);
        vi.advanceTimersByTime(10 * MINUTE);
        const renewed = () => db().select().from(imageIntents).get()!.until >= time + HOUR;
        await vi.waitUntil(renewed, { timeout: 60_000, interval: 5 });
      }
      await sweepImages(time + HOUR - 1);
      staged.release();
      await staged.drop();
      expect(await filesInUploads()).not.toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("of thousands of photos that go at once: nobody waits for all of them, and a sweep finishes it", async () => {
    const names = Array.from({ length: 700 }, (_, at) => `${at.toString(16).padStart(24, "0")}_96x96_aabbcc.jpg`);
    for (const name of names) {
      const place = path.join(env().UPLOADS_DIR, neededFiles("users", name)[0]!);
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, "");
    }
    planImageRemoval("users", names);
    await removeImages("users", names);
    expect((await filesInUploads()).length).toBe(200);
    expect(await finishIntents(NOW)).toBe(200);
    expect([await filesInUploads(), allRows(imageIntents)]).toEqual([[], []]);
  });

  it("of a file that goes: nobody may use it again, be the removal the store's or a sweep's", async () => {
    const [name] = await upload();
    expect(reserveImage("photos", name!)).toBe(true);
    await age(2 * HOUR);
    await sweepImages(NOW);
    expect(await filesInUploads()).not.toEqual([]);
    planImageRemoval("photos", [name!]);
    expect(reserveImage("photos", name!)).toBe(false);
    expect(await finishIntents(NOW)).toBe(1);
    expect([await filesInUploads(), reserveImage("photos", name!)]).toEqual([[], true]);
  });
});

describe("the sweep", () => {
  it("removes files without a row that are older than an hour, and nothing else", async () => {
    const [kept, lost] = await upload(2);
    await age(HOUR + MINUTE);
    const [fresh] = await upload();
    mention(kept!);
    expect(await sweepImages(NOW)).toBeGreaterThan(0);
    const files = (await filesInUploads()).join("\n");
    expect(files).toContain(kept!.slice(0, 24));
    expect(files).toContain(fresh!.slice(0, 24));
    expect(files).not.toContain(lost!.slice(0, 24));
  });

  it("removes old files in the folders that are no image of ours, and leaves the rest of the folder alone", async () => {
    await put("photos/stray.jpg");
    await put("users/ab/half-written");
    await put("readme.txt");
    await age(2 * HOUR);
    await put("photos/new.jpg");
    await sweepImages(NOW);
    expect(await filesInUploads()).toEqual(["photos/new.jpg", "readme.txt"]);
  });

  it("removes however many, and nothing in a folder that is not there yet", async () => {
    expect(await sweepImages(NOW)).toBe(0);
    for (let at = 0; at < 700; at++) await put(`photos/ab/${"ab".padEnd(24, "0")}_${at + 1}x1_000000-400.jpg`);
    await age(2 * HOUR);
    expect(await sweepImages(NOW)).toBe(700);
  });

  it("removes temporary folders of dead processes, and those of an earlier process with our number", async () => {
    await put(`.tmp/${deadPid()}-aa/x-400.jpg`);
    await put(`.tmp/${process.pid}-bb/x-400.jpg`);
    await put(".tmp/nonsense/x");
    expect(await sweepImages(NOW)).toBe(3);
    expect(await filesInUploads()).toEqual([]);
  });

  it("leaves the temporary folder of a running upload alone, and of a living process for an hour", async () => {
    const running = await stageImages("photos", [uploaded({ filename: "a.png", bytes: await png() })], "photos");
    await put(`.tmp/${process.ppid}-cc/x-400.jpg`);
    const before = await filesInUploads();
    expect(await sweepImages(NOW)).toBe(0);
    expect(await filesInUploads()).toEqual(before);
    expect(await sweepImages(NOW + 2 * HOUR)).toBe(1);
    await running.commit();
    running.release();
    await running.drop();
    expect((await filesInUploads()).every((file) => file.startsWith("photos/"))).toBe(true);
  });

  it("takes a folder in use by a sibling for such however long the upload lasts: it is marked every ten minutes", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const folder = await makeTemporaryFolder();
    await utimes(folder.path, NOW / 1000, (NOW - 2 * HOUR) / 1000);
    vi.advanceTimersByTime(10 * MINUTE);
    const fresh = async () => (await stat(folder.path)).mtimeMs > NOW - HOUR;
    await vi.waitUntil(fresh, { timeout: 60_000 });
    await folder.drop();
    vi.useRealTimers();
  });

  it("undoes an upload that died between its files and its rows, however young it is", async () => {
    const [kept, lost] = await upload(2);
    const holder = `${deadPid()}-dd`;
    await put(`.tmp/${holder}/x-400.jpg`);
    beginImageWrite("photos", [kept!, lost!], holder);
    mention(kept!);
    await sweepImages(NOW);
    const files = (await filesInUploads()).join("\n");
    expect(files).toContain(kept!.slice(0, 24));
    expect(files).not.toContain(lost!.slice(0, 24));
  });
});
