import { browserLike } from "../support/browser-like";
import type { Drill } from "./drill";
import { limitedDisk, mountedDisk, type SmallDisk } from "./full-disk";
import { PHOTO_NAMES } from "./kill";
import { Ledger } from "./ledger";
import { eventually, makePeople, type Person } from "./people";
import { seeded } from "./random";
import { Site } from "./site";
import { databaseProblems, factsOf, mentionedImages, missingFiles, strayFiles } from "./state";
import { isExpected, makePictures, send, type World, type Write, writeUntil } from "./writes";

/** Megabytes: room for a small site. */
const DISK = 48;

/**
 * The disk is full: writes are refused in clear words, reads go on, nothing is half written; with room again, writes
 * go on without a restart.
 */
export async function diskDrill(drill: Drill): Promise<void> {
  const disk = mountedDisk(DISK);
  if (!drill.options.short) drill.check("a disk of its own", typeof disk === "string" ? [disk] : []);
  const limited = limitedDisk();
  const disks = drill.options.short
    ? [typeof disk === "string" ? limited : disk]
    : [...(typeof disk === "string" ? [] : [disk]), limited];
  for (const one of disks) await withDisk(drill, one);
}

async function withDisk(drill: Drill, disk: SmallDisk): Promise<void> {
  const site = await Site.make({}, disk.folder);
  try {
    await site.start();
    await fillAndFree(drill, site, disk);
  } finally {
    await site.remove();
    disk.remove();
  }
}

async function fillAndFree(drill: Drill, site: Site, disk: SmallDisk): Promise<void> {
  const rounds = drill.options.short ? 1 : 3;
  const people = await makePeople(site, 3);
  const random = seeded(drill.options.seed);
  const pictures = await makePictures();
  const world: World = { ledger: new Ledger(site.read(factsOf)), random, people, pictures, serial: 0 };
  const { pid } = site;
  for (let round = 1; round <= rounds; round += 1) {
    const which = `${disk.kind}, round ${round}`;
    drill.check(`${which}: writes with room`, await writeSome(site, world, 12));
    // Whoever was here an hour ago is noted to be here again by whatever they read.
    site.write((raw) => raw.prepare("UPDATE sessions SET last_seen_at = last_seen_at - 7200000").run());
    disk.fill(site);
    drill.points += 1;
    drill.check(`${which}: reads before any write`, await readProblems(site, people));
    drill.check(`${which}: writes`, await refusedWrites(site, world));
    drill.check(`${which}: reads`, await readProblems(site, people));
    drill.check(`${which}: left of refused uploads`, await strayProblems(site));
    disk.free(site);
    drill.check(`${which}: writes with room again`, await writeSome(site, world, 12));
    drill.check(`${which}: what is there`, stateProblems(site, world.ledger));
    drill.holds(`${which}: no restart`, site.pid === pid, "it is another process");
  }
  drill.holds("waiting mails leave", await eventually(() => unsent(site) === 0, 90), `${unsent(site)} wait`);
  await site.stop();
  await site.start();
  drill.check(`${disk.kind}: after a restart`, stateProblems(site, world.ledger));
  await site.stop();
  drill.figure(`${disk.kind}: ${rounds} times full, ${world.ledger.acknowledged} writes acknowledged`);
}

async function writeSome(site: Site, world: World, count: number): Promise<string[]> {
  let left = count;
  return writeUntil(site, world, world.people[0]!, () => left-- <= 0);
}

/** Every write that is refused is refused in clear words; and some are, else the disk was not full. */
async function refusedWrites(site: Site, world: World): Promise<string[]> {
  const [me] = world.people as [Person, ...Person[]];
  const problems: string[] = [];
  for (const write of [uploadOf(world, me), longComment(world, me, 0)]) {
    let refused: string[] | undefined;
    // A little may go into what the database's files have free.
    for (let turn = 0; refused === undefined && turn < 3_000; turn += 1) {
      const outcome = await send(site, world, me, turn === 0 ? write : longComment(world, me, turn));
      if (!isExpected(outcome)) refused = unclear(outcome.status, outcome.status === null ? "" : outcome.message);
    }
    problems.push(...(refused ?? ["thousands of writes went onto a full disk"]));
  }
  return [...problems, ...(await refusedForm(site, me)), ...(await refusedLogin(site, me))];
}

const uploadOf = (world: World, me: Person): Write => ({
  method: "POST",
  path: "/vehicles",
  body: { make: "Lotus", model: `Of ${me.id} on a full disk ${(world.serial += 1)}`, year: 1967 },
  files: { photos: world.pictures },
  changes: [[`vehicle Of ${me.id} on a full disk ${world.serial}`, `${world.pictures.length} photos, cover set`]],
});

function longComment(world: World, me: Person, turn: number): Write {
  world.serial += 1;
  const text = `Comment ${world.serial}.${turn} ${"word ".repeat(380)}`.trim();
  return {
    method: "POST",
    path: `/vehicles/${me.vehicleId}/comments`,
    body: { text },
    changes: [[`comment ${text}`, `by ${me.id} on ${me.vehicleId}`]],
  };
}

/** What is wrong with a refusal: it has a status, words for people, and nothing of what is behind. */
function unclear(status: number | null, message: string): string[] {
  if (status === null) return ["no whole answer"];
  if (status < 400) return [`answered with ${status}`];
  if (message === "" || /ENOSPC|EFBIG|SQLITE|sqlite|disk I\/O|\bat .+:\d+|\/(tmp|work|home)\//.test(message)) {
    return [`${status} with the words “${message.slice(0, 200)}”`];
  }
  return [];
}

/** The page says it, and gives back what was typed. */
async function refusedForm(site: Site, me: Person): Promise<string[]> {
  const typed = `Typed on a full disk ${"word ".repeat(300)}`.trim();
  for (let turn = 0; turn < 3_000; turn += 1) {
    const answer = await fetch(`${site.url}/vehicles/${me.vehicleId}`, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: me.cookie, Origin: site.url, "Sec-Fetch-Site": "same-origin" },
      body: new URLSearchParams({ text: `${typed} ${turn}` }),
    });
    const page = await answer.text();
    if (answer.status < 400) continue;
    if (!page.includes(`${typed} ${turn}`)) return [`the form answered ${answer.status} without what was typed`];
    return unclear(answer.status, /<main[\s\S]*?<\/main>/.exec(page)?.[0] ?? "");
  }
  return ["thousands of comments went onto a full disk"];
}

async function refusedLogin(site: Site, { email, password }: Person): Promise<string[]> {
  const { status, json } = await browserLike(site).api("POST", "/users/login", { email, password });
  return status === 200 ? [] : unclear(status, String(json?.message ?? ""));
}

/** Whatever is only read is there, for visitors and for people with a session. */
async function readProblems(site: Site, people: readonly Person[]): Promise<string[]> {
  // A vehicle's: an event's that waits is not for visitors.
  const photo = site.read((raw) => raw.prepare("SELECT photo FROM photos LIMIT 1").pluck().get());
  const problems: string[] = [];
  const visitor = ["/", "/garages", "/search?q=lotus", "/events", "/healthz", "/login", `/img/photos/${photo}?w=400`];
  for (const path of [...visitor, `/vehicles/${people[0]!.vehicleId}`]) {
    const { status } = await drained(fetch(site.url + path, { redirect: "manual" }));
    if (status !== 200) problems.push(`${path} for a visitor: ${status}`);
  }
  for (const { cookie, token, vehicleId, garageId } of people) {
    for (const path of ["/", "/settings", `/vehicles/${vehicleId}`, `/garages/${garageId}`]) {
      const { status } = await drained(fetch(site.url + path, { headers: { Cookie: cookie }, redirect: "manual" }));
      if (status !== 200) problems.push(`${path} for a member: ${status}`);
    }
    const { status } = await browserLike(site).api("GET", "/users/me", undefined, { token });
    if (status !== 200) problems.push(`/users/me for a member: ${status}`);
  }
  return problems;
}

async function drained(asked: Promise<Response>): Promise<Response> {
  const answer = await asked;
  await answer.arrayBuffer();
  return answer;
}

async function strayProblems(site: Site): Promise<string[]> {
  const stray = () => strayFiles(site.read(mentionedImages), site.uploadsDir);
  await eventually(() => stray().length === 0, 2);
  return stray().map((file) => `no row mentions ${file}`);
}

function stateProblems(site: Site, ledger: Ledger): string[] {
  const images = site.read(mentionedImages);
  const ignored = new RegExp(`${PHOTO_NAMES.source}|^comment Typed on a full disk`);
  return [
    ...missingFiles(images, site.uploadsDir),
    ...strayFiles(images, site.uploadsDir).map((file) => `no row mentions ${file}`),
    ...site.read(databaseProblems),
    ...ledger.compare(site.read(factsOf), ignored),
  ];
}

const unsent = (site: Site) =>
  site.read((raw) => raw.prepare("SELECT count(*) FROM mail_outbox WHERE sent_at IS NULL").pluck().get() as number);
