import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createRandom } from "~/seed/random";
import { browserLike } from "../support/browser-like";
import { DRILL_TIMEOUT_MS, FULL, printFigure, SEED } from "../support/drill";
import { eventually } from "../support/eventually";
import { photograph } from "../support/images";
import { newFolder, Site } from "../support/launch";
import type { Changes } from "./ledger";
import { problemsLeft, strayProblems } from "./state";
import { isExpected, makeWorld, send, type TestUser, type World, type Write, write, writeUntil } from "./writes";

interface SmallDisk {
  kind: string;
  folder: string;
  fill(site: Site): void;
  free(site: Site): void;
  remove(): void;
}

const mounted = new Set<string>();
// First: a mount point cannot be removed.
process.prependListener("exit", () => {
  for (const folder of mounted) spawnSync("umount", ["--lazy", folder]);
});

/**
 * In memory.
 * @param size megabytes
 * @returns the reason if this user may not mount
 */
function mountedDisk(size: number): SmallDisk | string {
  const folder = path.join(newFolder(), "disk");
  mkdirSync(folder);
  const { status, stderr, error } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}m`, "tmpfs", folder], {
    encoding: "utf8",
  });
  if (status !== 0) return `a small disk cannot be mounted here (root may): ${(error?.message ?? stderr).trim()}`;
  mounted.add(folder);
  const ballast = path.join(folder, "ballast");
  return {
    kind: `tmpfs of ${size} MB`,
    folder,
    // Until no page fits.
    fill: () => void spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=4k"]),
    free: () => rmSync(ballast),
    remove() {
      spawnSync("umount", [folder]);
      mounted.delete(folder);
    },
  };
}

/** Limits file sizes instead: needs no permissions, but fails with "file too large", not "no space left". */
function limitedDisk(): SmallDisk {
  const limit = (site: Site, size: string) => {
    const { status, stderr, error } = spawnSync("prlimit", ["--pid", String(site.pid), `--fsize=${size}:`], {
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`prlimit (util-linux) does not work here: ${error?.message ?? stderr}`);
  };
  return {
    kind: "size limit of the process",
    folder: newFolder(),
    fill: (site) => limit(site, "1"),
    free: (site) => limit(site, "unlimited"),
    remove: () => {},
  };
}

const METRICS_TOKEN = "of-the-disk-drill-0";

/** MB. */
const DISK = 48;

/** A short run takes the kind available to this user; a full drill needs both. */
test(
  "a full disk: writes are refused in clear words, reads go on, and with room again so do writes",
  async () => {
    const disk = mountedDisk(DISK);
    if (FULL) expect(disk).toBeTypeOf("object");
    const mounted = typeof disk === "string" ? [] : [disk];
    for (const place of FULL || mounted.length === 0 ? [...mounted, limitedDisk()] : mounted) await withDisk(place);
  },
  DRILL_TIMEOUT_MS,
);

async function withDisk(disk: SmallDisk): Promise<void> {
  const site = await Site.make({ METRICS_TOKEN }, disk.folder);
  try {
    await site.start();
    await fillAndFree(site, disk);
  } finally {
    await site.remove();
    disk.remove();
  }
}

async function fillAndFree(site: Site, disk: SmallDisk): Promise<void> {
  const world = await makeWorld(site, createRandom(`${SEED}`), 3);
  const { pid } = site;
  const check = (problems: string[], name: string) => expect.soft(problems, `${disk.kind}: ${name}`).toEqual([]);
  for (let round = 1; round <= (FULL ? 3 : 1); round += 1) {
    check(await writeSome(site, world, 12), "writes with room");
    // After an hour away, any read writes a last-seen time.
    site.write((raw) => raw.prepare("UPDATE sessions SET last_seen_at = last_seen_at - 7200000").run());
    disk.fill(site);
    check(await readProblems(site, world.users), "reads before any write");
    check(await healthProblems(site, 503), "health");
    check(await refusedUploads(site, world.users[0]!), "uploads");
    check(await refusedWrites(site, world), "writes");
    check(await readProblems(site, world.users), "reads");
    check(await strayProblems(site, 2), "left of refused uploads");
    disk.free(site);
    check(await healthProblems(site, 200), "health with room again");
    check(await writeSome(site, world, 12), "writes with room again");
    check(await problemsLeft(site, world), "what is there");
    expect(site.pid, "no restart").toBe(pid);
  }
  expect.soft(await eventually(() => unsent(site) === 0, 90), "waiting mails leave").toBe(true);
  await site.stop();
  await site.start();
  check(await problemsLeft(site, world), "after a restart");
  await site.stop();
  printFigure(`${disk.kind}: ${world.ledger.acknowledged} writes acknowledged`);
}

async function writeSome(site: Site, world: World, count: number): Promise<string[]> {
  let remaining = count;
  return writeUntil(site, world, world.users[0]!, () => remaining-- <= 0);
}

/** With a clear message; without a refusal the disk was not full. */
async function refusedWrites(site: Site, world: World): Promise<string[]> {
  const [me] = world.users as [TestUser, ...TestUser[]];
  const problems: string[] = [];
  for (const firstWrite of [uploadOf(world, me), longComment(world, me, 0)]) {
    let refusal: string[] | undefined;
    // The database's free pages may take some writes.
    for (let turn = 0; refusal === undefined && turn < 3_000; turn += 1) {
      const outcome = await send(site, world, me, turn === 0 ? firstWrite : longComment(world, me, turn));
      if (!isExpected(outcome)) refusal = unclear(outcome.status, outcome.status === null ? "" : outcome.message);
    }
    problems.push(...(refusal ?? ["thousands of writes went onto a full disk"]));
  }
  return [...problems, ...(await refusedForm(site, me)), ...(await refusedLogin(site, me))];
}

const CANNOT_STORE = "We cannot store photos at the moment. Nothing is lost; please try again later.";

/** By form, API and in pieces, in the same words, and logged. */
async function refusedUploads(site: Site, { id, cookie, token, vehicleId }: TestUser): Promise<string[]> {
  const photo = await photograph({ width: 3000, height: 2000 });
  const form = () => {
    const body = new FormData();
    body.append("vehicleId", vehicleId);
    body.append("intent", "upload");
    body.append("photos", new Blob([photo as Uint8Array<ArrayBuffer>], { type: "image/jpeg" }), "a.jpg");
    return body;
  };
  const page = { Cookie: cookie, Origin: site.url, "Sec-Fetch-Site": "same-origin" };
  const bearer = { Authorization: `Bearer ${token}` };
  const tus = { ...bearer, "Tus-Resumable": "1.0.0" };
  const post = (path: string, headers: Record<string, string>, body?: FormData) =>
    fetch(site.url + path, { method: "POST", headers, redirect: "manual", ...(body && { body }) });
  const ways: [string, () => Promise<Response>][] = [
    ["a form", () => post(`/vehicles/${vehicleId}/photos`, page, form())],
    ["a call", () => post("/api/v1/photos/upload", bearer, form())],
    [
      "pieces",
      async () => {
        const response = await post("/uploads", { ...tus, "Upload-Length": String(photo.length) });
        if (response.status !== 201) return response;
        const headers = { ...tus, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream" };
        const body = photo as Uint8Array<ArrayBuffer>;
        return fetch(site.url + response.headers.get("location"), { method: "PATCH", headers, body });
      },
    ],
  ];
  const problems: string[] = [];
  for (const [way, send] of ways) {
    const answer = await send();
    const text = await answer.text();
    if (answer.status !== 507 || !text.includes(CANNOT_STORE)) {
      problems.push(`${way} of ${id}: ${answer.status} ${text.slice(0, 300)}`);
    }
  }
  const faults = () =>
    site.log().filter((line) => /"msg":"fault"/.test(line) && /ENOSPC|EFBIG|SQLITE/.test(line)).length;
  if (!(await eventually(() => faults() >= ways.length, 10))) problems.push(`${faults()} faults in the log`);
  const metrics = await (
    await fetch(`${site.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
  ).text();
  const [, count = "0"] = /^paddock_disk_write_failures_total (\d+)/m.exec(metrics) ?? [];
  if (Number(count) < ways.length) problems.push(`${count} failures in the metrics`);
  return problems;
}

function uploadOf(world: World, me: TestUser): Write {
  const model = `Of ${me.id} on a full disk ${(world.serial += 1)}`;
  const { pictures } = world;
  const changes: Changes = [[`vehicle ${model}`, `${pictures.length} photos, cover set`]];
  return write("POST", "/vehicles", { make: "Lotus", model, year: 1967 }, changes, { files: { photos: pictures } });
}

function longComment(world: World, { id, vehicleId }: TestUser, turn: number): Write {
  const text = `Comment ${(world.serial += 1)}.${turn} ${"word ".repeat(380)}`.trim();
  return write("POST", `/vehicles/${vehicleId}/comments`, { text }, [[`comment ${text}`, `by ${id} on ${vehicleId}`]]);
}

/** A refusal needs a status, a message for people, and no internals. */
function unclear(status: number | null, message: string): string[] {
  if (status === null) return ["no whole answer"];
  if (status < 400) return [`answered with ${status}`];
  if (message === "" || /ENOSPC|EFBIG|SQLITE|sqlite|disk I\/O|\.[cm]?[jt]sx?:\d+|\/(tmp|work|home)\//.test(message)) {
    return [`${status} with the words “${message.slice(0, 200)}”`];
  }
  return [];
}

/** With the message and the user's input. */
async function refusedForm(site: Site, me: TestUser): Promise<string[]> {
  const text = `Typed on a full disk ${"word ".repeat(300)}`.trim();
  for (let turn = 0; turn < 3_000; turn += 1) {
    const answer = await fetch(`${site.url}/vehicles/${me.vehicleId}`, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: me.cookie, Origin: site.url, "Sec-Fetch-Site": "same-origin" },
      body: new URLSearchParams({ text: `${text} ${turn}` }),
    });
    const page = await answer.text();
    if (answer.status < 400) continue;
    if (!page.includes(`${text} ${turn}`)) return [`the form answered ${answer.status} without what was typed`];
    return unclear(answer.status, /<main[\s\S]*?<\/main>/.exec(page)?.[0] ?? "");
  }
  return ["thousands of comments went onto a full disk"];
}

async function refusedLogin(site: Site, { email, password }: TestUser): Promise<string[]> {
  const { status, json } = await browserLike(site).api("POST", "/users/login", { email, password });
  return status === 200 ? [] : unclear(status, String(json?.message ?? ""));
}

async function readProblems(site: Site, users: readonly TestUser[]): Promise<string[]> {
  // A vehicle's: a pending event's is hidden from visitors.
  const photo = site.read((raw) => raw.prepare("SELECT photo FROM photos LIMIT 1").pluck().get());
  const problems: string[] = [];
  const look = async (path: string, visitorName: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(site.url + path, { headers, redirect: "manual" });
    await answer.arrayBuffer();
    if (answer.status !== 200) problems.push(`${path} for a ${visitorName}: ${answer.status}`);
  };
  const lists = [
    "/",
    "/garages",
    "/search?q=lotus",
    "/events",
    "/healthz?read",
    "/login",
    `/img/photos/${photo}?w=400`,
  ];
  for (const path of [...lists, `/vehicles/${users[0]!.vehicleId}`]) await look(path, "visitor");
  for (const { cookie, token, vehicleId, garageId } of users) {
    const paths = ["/", "/settings", `/vehicles/${vehicleId}`, `/garages/${garageId}`];
    for (const path of paths) await look(path, "member", { Cookie: cookie });
    await look("/api/v1/users/me", "member", { Authorization: `Bearer ${token}` });
  }
  return problems;
}

/** Written every ten seconds. */
async function healthProblems(site: Site, status: number): Promise<string[]> {
  const read = async () => {
    const answer = await fetch(`${site.url}/healthz`);
    return [answer.status, await answer.text()] as const;
  };
  if (!(await eventually(async () => (await read())[0] === status, 15))) return [`${await read()}, not ${status}`];
  const [, text] = await read();
  const expected = status === 200 ? /^{"status":"ok"}$/ : /the disk of the database is full|cannot be written: SQLITE_/;
  return expected.test(text) ? [] : [text];
}

const unsent = (site: Site) =>
  site.read((raw) => raw.prepare("SELECT count(*) FROM mail_outbox WHERE sent_at IS NULL").pluck().get() as number);
