import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { photograph } from "../support/images";
import { BROWSER, pace, sendExpecting } from "./load";
import type { Options } from "./options";
import { median, note, quantile, type Report, round } from "./report";
import { cpuOf, folder, type Login, logIn, type Site, startMeasured, withSite } from "./site";

const sizeOf = (quick: boolean) =>
  quick ? { count: 2, width: 2000, height: 1500 } : { count: 5, width: 4000, height: 3000 };

export function photographs(quick: boolean): string {
  const { count, width, height } = sizeOf(quick);
  return `${count} photographs of ${(width * height) / 1e6} megapixels`;
}

/** P7 and P8. */
export async function measureUploads(report: Report, options: Options): Promise<void> {
  await withSite(async (site) => {
    const owner = await logIn(site, 1);
    const send = await uploader(site, owner, options.quick);
    await compareWithSharp(report, options, site, send);
    await readDuringUploads(report, options, site, owner, send);
  });
}

/** In different colours, made once per run. */
async function makePhotos(quick: boolean): Promise<string[]> {
  const drawer = path.join(folder, "originals");
  const { count, ...pixels } = sizeOf(quick);
  const files = Array.from({ length: count }, (_, index) => path.join(drawer, `${index}.jpg`));
  if (existsSync(drawer)) return files;
  note(`making ${photographs(quick)}`);
  mkdirSync(drawer);
  const first = await photograph(pixels);
  for (const [index, file] of files.entries()) {
    await sharp(first)
      .modulate({ hue: index * 70 })
      .jpeg({ quality: 88 })
      .toFile(file);
  }
  return files;
}

type Send = () => Promise<number>;

/** @returns a function that uploads the prepared photos to the owner's vehicles in turn, in ms */
export async function uploader(site: Site, { id, token }: Login, quick: boolean): Promise<Send> {
  const vehicles = site.database.prepare("SELECT id FROM vehicles WHERE user_id = ?").pluck().all(id) as number[];
  const part = (name: string, more = "") =>
    `--paddock-bench\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const parts = (await makePhotos(quick)).flatMap((file, index) => [
    Buffer.from(part("photos", `; filename="${index}.jpg"\r\nContent-Type: image/jpeg`)),
    readFileSync(file),
    Buffer.from("\r\n"),
  ]);
  const files = Buffer.concat([...parts, Buffer.from("--paddock-bench--\r\n")]);
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "multipart/form-data; boundary=paddock-bench" };
  let sets = 0;
  return async () => {
    const target = Buffer.from(`${part("vehicleId")}${vehicles[sets++ % vehicles.length]}\r\n`);
    const body = Buffer.concat([target, files]);
    const start = performance.now();
    await sendExpecting(site.url, { method: "POST", path: "/api/v1/photos/upload", headers, body }, 201);
    return performance.now() - start;
  };
}

type Round = { first: number; second: number; firstCpu: number; secondCpu: number };

/**
 * With a warm-up of each.
 * @returns ms by wall time and CPU time
 */
async function inTurns(
  { seconds, quick }: Options,
  sides: [first: [pid: number, Send], second: [pid: number, Send]],
): Promise<Round[]> {
  const run = async ([pid, send]: [number, Send]) => {
    const cpu = cpuOf(pid);
    const ms = await send();
    return { ms, cpu: cpuOf(pid) - cpu };
  };
  for (const side of sides) await run(side);
  const rounds: Round[] = [];
  const start = performance.now();
  do {
    const [first, second] = [await run(sides[0]), await run(sides[1])];
    rounds.push({ first: first.ms, second: second.ms, firstCpu: first.cpu, secondCpu: second.cpu });
    note(`  ${Math.round(first.ms)} ms against ${Math.round(second.ms)} ms`);
  } while (rounds.length < (quick ? 2 : 3) || performance.now() - start < seconds * 4000);
  return rounds;
}

async function compareWithSharp(report: Report, options: Options, site: Site, send: Send): Promise<void> {
  const peer = await startMeasured("tests/bench/sharp-peer.ts", site.env);
  const drawer = path.join(folder, "bare");
  const files = await makePhotos(options.quick);
  const bare = async () => {
    rmSync(drawer, { recursive: true, force: true });
    mkdirSync(drawer);
    const { body } = await sendExpecting(peer.url, { method: "POST", body: JSON.stringify({ files, drawer }) });
    return Number(body);
  };
  const rounds = await inTurns(options, [
    [peer.pid, bare],
    [site.pid, send],
  ]);
  await peer.stop();
  const byClock = round(median(rounds.map((of) => of.first / of.second)));
  const byProcessor = round(median(rounds.map((of) => of.firstCpu / of.secondCpu)));
  report.add({
    id: "P7",
    what: `upload of ${photographs(options.quick)}, sets/s by the clock (by processor time)`,
    comparedWith: `bare sharp with its own settings, all at once, one decoding a photo, WebP made of all and thrown away where larger, ${readdirSync(drawer).length} files, no fsync`,
    figure: `${byClock} (${byProcessor})`,
    worst: byClock,
    details: rounds,
  });
}

const READS_A_SECOND = 15;
const TURNS = 3;

/** P8. Members' times are for information. */
async function readDuringUploads(
  report: Report,
  { seconds, quick }: Options,
  { url }: Site,
  { cookie }: Login,
  send: Send,
): Promise<void> {
  const pages = ["/", "/garages", "/garages/3", "/vehicles/30", "/search?q=ford"];
  const requestsWith = (headers: Record<string, string>) =>
    pages.map((address) => ({ path: address, headers: { ...BROWSER, ...headers } }));
  const readers = { visitors: requestsWith({}), members: requestsWith({ Cookie: cookie }) };
  const readerKinds = ["visitors", "members"] as const;
  const noTimes = () => ({ idle: [] as number[], busy: [] as number[] });
  const times = { visitors: noTimes(), members: noTimes() };
  const read = (when: "idle" | "busy") => {
    const turn = { perSecond: READS_A_SECOND, seconds: quick ? 1.5 : seconds * 2 };
    return Promise.all(
      readerKinds.map(async (reader) => times[reader][when].push(...(await pace(url, readers[reader], turn)))),
    );
  };
  await pace(url, readers.members, { perSecond: READS_A_SECOND, seconds: quick ? 1 : 10 });
  let sets = 0;
  for (let index = 0; index < TURNS; index++) {
    await read("idle");
    let over = false;
    const uploads = (async () => {
      for (; !over; sets++) await send();
    })();
    await read("busy");
    over = true;
    await uploads;
  }
  const summarizeTimes = (values: number[]) => ({ median: round(median(values)), p99: round(quantile(values, 0.99)) });
  const of = (reader: (typeof readerKinds)[number]) => {
    const [idle, busy] = [summarizeTimes(times[reader].idle), summarizeTimes(times[reader].busy)];
    const words = `p99 ${idle.p99} → ${busy.p99} ms, median ${idle.median} → ${busy.median} ms`;
    return { idle, busy, words, ratio: round(busy.p99 / idle.p99) };
  };
  const [visitors, members] = [of("visitors"), of("members")];
  report.add({
    id: "P8 uploads",
    what: `p99 of visitors' page reads during uploads (${sets} sets, one after the other): ${visitors.words}`,
    comparedWith: `idle; ${READS_A_SECOND} pages a second by visitors and as many, always rendered, by a member in both (the member's: ${members.ratio}, ${members.words}), timed from when each was due`,
    figure: String(visitors.ratio),
    worst: visitors.ratio,
    details: { visitors, members, reads: [times.visitors.idle.length, times.visitors.busy.length], sets },
  });
}
