import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { photograph } from "../support/images";
import { Connection, request } from "./connection";
import { readDuringUploads } from "./latency";
import { type Measured, startMeasured } from "./measured";
import { compareWithObjectStore } from "./object-store";
import type { Options } from "./options";
import { median, note, type Report, round } from "./report";
import { folder, type Login, logIn, type Site, writtenSite } from "./site";

const SET = 5;
const QUICK_SET = 2;
const PIXELS = { width: 4000, height: 3000 };
const QUICK_PIXELS = { width: 2000, height: 1500 };

/** How large the photographs are that are sent. */
export const megapixels = (quick: boolean) => {
  const { width, height } = quick ? QUICK_PIXELS : PIXELS;
  return (width * height) / 1e6;
};

/** P7 and P8: what uploads cost, and what they cost others. */
export async function measureUploads(report: Report, options: Options): Promise<void> {
  const site = await writtenSite();
  const owner = await logIn(site, 1);
  const originals = await makePhotos(options.quick);
  const send = await uploader(site, owner, originals);
  await compareWithSharp(report, options, site, originals, send);
  await compareWithObjectStore(report, options, originals, send);
  await readDuringUploads(report, options, site, owner, send);
}

/** Five photographs of twelve megapixels, in a quick run two of three, each in other colours, as a phone would write them. */
export async function makePhotos(quick: boolean): Promise<string[]> {
  const drawer = path.join(folder, "originals");
  const files = Array.from({ length: quick ? QUICK_SET : SET }, (_, at) => path.join(drawer, `${at}.jpg`));
  if (existsSync(drawer)) return files;
  note(`making ${files.length} photos of ${megapixels(quick)} megapixels`);
  mkdirSync(drawer);
  const first = await photograph(quick ? QUICK_PIXELS : PIXELS);
  for (const [at, file] of files.entries()) {
    await sharp(first)
      .modulate({ hue: at * 70 })
      .jpeg({ quality: 88 })
      .toFile(file);
  }
  return files;
}

const photosOf = (site: Site) => path.join(site.env.UPLOADS_DIR!, "photos");

/** A site where a member has uploaded the photographs: where no group has sent any, a set is sent. */
export async function siteWithPhotographs(quick: boolean): Promise<Site> {
  const site = await writtenSite();
  if (filesIn(photosOf(site)) === 0) await (await uploader(site, await logIn(site, 1), await makePhotos(quick)))();
  return site;
}

/** Sends the set. @returns how long it took, ms */
export type Send = () => Promise<number>;

/** Gets ready to send the set to the owner's vehicles in turn: so that the clock sees the site and not what asks it. */
export async function uploader(site: Site, { id, token }: Login, originals: string[]): Promise<Send> {
  const vehicles = site.database.prepare("SELECT id FROM vehicles WHERE user_id = ?").pluck().all(id) as number[];
  const boundary = "paddock-bench";
  const part = (name: string, more = "") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const parts = originals.flatMap((file, at) => [
    Buffer.from(part("photos", `; filename="${at}.jpg"\r\nContent-Type: image/jpeg`)),
    readFileSync(file),
    Buffer.from("\r\n"),
  ]);
  const files = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  let sets = 0;
  return async () => {
    const target = Buffer.from(`${part("vehicleId")}${vehicles[sets++ % vehicles.length]}\r\n`);
    const headers = {
      Authorization: `Bearer ${token}`,
      "Content-Type": `multipart/form-data; boundary=${boundary}`,
      "Content-Length": String(target.length + files.length),
    };
    const connection = await Connection.open(site.port);
    const start = performance.now();
    const reply = await connection.ask(request("/api/v1/photos/upload", { method: "POST", headers }), target, files);
    const ms = performance.now() - start;
    connection.close();
    if (reply.status !== 201) throw new Error(`the upload was answered with ${reply.status}: ${reply.body}`);
    return ms;
  };
}

const filesIn = (drawer: string) =>
  existsSync(drawer)
    ? readdirSync(drawer, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
    : 0;

async function compareWithSharp(
  report: Report,
  { seconds, quick }: Options,
  site: Site,
  originals: string[],
  send: Send,
): Promise<void> {
  const drawer = path.join(folder, "bare");
  const peer = await startMeasured("tests/bench/sharp-peer.ts", site.env);
  const bare = async () => {
    mkdirSync(drawer);
    const ms = await peer.ask<number>("make", originals, drawer);
    const files = filesIn(drawer);
    rmSync(drawer, { recursive: true });
    return { ms, files };
  };
  const cpuOf = async <T>(of: Measured, work: () => Promise<T>) => {
    const cpu = await of.cpu();
    const result = await work();
    return { result, cpu: (await of.cpu()) - cpu };
  };
  try {
    const before = filesIn(photosOf(site));
    await send();
    const kept = filesIn(photosOf(site)) - before;
    const { files } = await bare();
    const rounds: { site: number; bare: number; siteCpu: number; bareCpu: number }[] = [];
    const start = performance.now();
    do {
      const ours = await cpuOf(site, send);
      const theirs = await cpuOf(peer, bare);
      rounds.push({ site: ours.result, bare: theirs.result.ms, siteCpu: ours.cpu, bareCpu: theirs.cpu });
      note(`  the site ${Math.round(ours.result)} ms, bare sharp ${Math.round(theirs.result.ms)} ms`);
    } while (rounds.length < (quick ? 2 : 3) || performance.now() - start < seconds * 4000);
    const byClock = round(median(rounds.map((of) => of.bare / of.site)));
    const byProcessor = round(median(rounds.map((of) => of.bareCpu / of.siteCpu)));
    report.add({
      id: "P7",
      what: `upload of ${originals.length} ${megapixels(quick)}-megapixel photos (${kept} files kept), sets/s by the clock (by processor time)`,
      comparedWith: `bare sharp with its own settings, all at once, one decoding a photo, WebP made of all and thrown away where larger, ${files} files, no fsync`,
      figure: `${byClock} (${byProcessor})`,
      worst: byClock,
      details: rounds,
    });
  } finally {
    await peer.stop();
  }
}
