import { writeFileSync } from "node:fs";
import path from "node:path";
import type { HtmlPage } from "../support/page";
import { fetchPage } from "./assets";
import { BROWSER, Connection, request } from "./connection";
import { measureFullLoad } from "./latency";
import { type Race, race, type Side, told } from "./load";
import { type Measured, startMeasured } from "./measured";
import type { Options } from "./options";
import { note, type Report } from "./report";
import { folder, logIn, readSite, richVehicle, type Site } from "./site";
import { generator } from "./wrk";

/** P1 to P3 and P18: what a page costs. */
export async function measurePages(report: Report, options: Options): Promise<void> {
  const site = await readSite();
  const vehicle = richVehicle(site);
  await forMembers(report, options, site, vehicle);
  await forVisitors(report, options, site, vehicle.id);
  await countStatements(report, site, vehicle);
}

/** Somebody who owns nothing of what is looked at. */
const stranger = (owner: number) => (owner === 1 ? 2 : 1);

async function forMembers(
  report: Report,
  { seconds, quick }: Options,
  site: Site,
  vehicle: ReturnType<typeof richVehicle>,
): Promise<void> {
  const { cookie } = await logIn(site, stranger(vehicle.owner));
  const peer = await startMeasured("tests/bench/remix-peer.ts", site.env);
  try {
    const pages = {
      vehicle: `/vehicles/${vehicle.id}`,
      ...(quick ? {} : { garage: `/garages/${vehicle.garage}` }),
      home: "/",
    };
    const races: [string, Race][] = [];
    for (const [name, address] of Object.entries(pages)) {
      note(`P1 ${address}`);
      const bytes = request(address, { headers: { ...BROWSER, Cookie: cookie } });
      const side = (of: string, server: Measured) => ({ name: of, server, request: () => bytes, status: 200 });
      races.push([name, await race(side("the site", site), side("bare Remix", peer), { seconds })]);
    }
    const figures = races.map(([name, of]) => `${name} ${told(of)}`);
    report.add({
      id: "P1",
      what: "page for a logged-in person, rendered: requests/s by the clock (by processor time)",
      comparedWith:
        "R: createRequestHandler and compression() around the same screens of the same build, loader data held in memory (no SQL, no session, no headers of ours)",
      figure: figures.join(", "),
      worst: Math.min(...races.map(([, { ratio }]) => ratio)),
      details: Object.fromEntries(races),
    });
  } finally {
    await peer.stop();
  }
}

/** Of what is so quick that a few would leave the server waiting. */
const CONNECTIONS = 16;
const BY_PROCESSOR = "by the clock (by processor time, which is held against the target)";

async function forVisitors(report: Report, { seconds }: Options, site: Site, id: number): Promise<void> {
  const address = `/vehicles/${id}`;
  const frame = path.join(folder, "frame.html");
  const own = await fetchPage(site, address);
  writeFileSync(frame, frameOf(own.html));
  const databaseFile = site.env.DATABASE_URL!.slice("file:".length);
  const peer = await startMeasured("tests/bench/plain-peer.ts", site.env, [databaseFile, frame]);
  const compressing = await startMeasured("tests/bench/plain-peer.ts", site.env, [databaseFile, frame, "brotli"]);
  try {
    const limit = await fetchPage(peer, address);
    const alike = sameText(own.page, limit.page);
    const compare = async (
      other: Measured,
      headers: [Record<string, string>, Record<string, string>],
      status = 200,
    ) => {
      const sides = [site, other].map((server, at): Side => {
        const asked = { ...BROWSER, ...headers[at] };
        const bytes = request(address, { headers: asked });
        const same = { paths: [address], headers: asked };
        return { name: at === 0 ? "the site" : "plain", server, request: () => bytes, status, same };
      });
      return race(sides[0]!, sides[1]!, { seconds, connections: CONNECTIONS });
    };
    note(`P2 ${address}`);
    const whole = await compare(peer, [{}, {}]);
    note(`P2 ${address}, compressed by both`);
    const small = await compare(compressing, [{}, {}]);
    const bytes = `${own.bytes} bytes by brotli against ${limit.bytes} uncompressed, ${(await fetchPage(compressing, address)).bytes} compressed`;
    report.add({
      id: "P2",
      what: `the vehicle's page for a visitor: requests/s ${BY_PROCESSOR}`,
      comparedWith: `${generator}; L: node:http, prepared statements, template strings, ${alike}; ${bytes}`,
      figure: `${told(whole)}; where L compresses too (brotli 1) ${told(small)}`,
      worst: whole.processorRatio,
      details: { whole, small },
    });
    note(`P3 ${address}`);
    const known = (etag: string) => ({ "If-None-Match": etag });
    const etags = [known(own.etag), known(limit.etag)] as [Record<string, string>, Record<string, string>];
    const unchanged = await compare(peer, etags, 304);
    report.add({
      id: "P3",
      what: `conditional request of it (304): requests/s ${BY_PROCESSOR}`,
      comparedWith: `${generator}; L, which makes the page to hash it`,
      figure: told(unchanged),
      worst: unchanged.processorRatio,
      details: unchanged,
    });
    await measureFullLoad(report, site, peer, seconds);
  } finally {
    await peer.stop();
    await compressing.stop();
  }
}

/** What stands around the main part of a page, without its scripts. */
function frameOf(html: string): string {
  const body = html.slice(html.indexOf("<body"));
  const [before = "", rest = ""] = body.split(/<main[\s\S]*<\/main>/);
  const after = rest.slice(0, rest.indexOf("</footer>") + "</footer>".length);
  return `${before.replace(/^<body[^>]*>/, "")}<!-- main -->${after}`;
}

function sameText(one: HtmlPage, other: HtmlPage): string {
  const [a, b] = [one, other].map((page) => page.text("main").replace(/\s+/g, "")) as [string, string];
  if (a === b) return "the same visible text";
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return `other visible text from “${a.slice(Math.max(0, at - 20), at + 20)}” on`;
}

/** What asks whether anything public has changed. */
const VERSION = /^SELECT version FROM public_changes$/;

async function countStatements(report: Report, site: Site, vehicle: ReturnType<typeof richVehicle>): Promise<void> {
  const { cookie } = await logIn(site, stranger(vehicle.owner));
  const event = site.database.prepare("SELECT id FROM events WHERE status = 'approved' LIMIT 1").pluck().get();
  const pages = [
    "/",
    "/garages",
    `/garages/${vehicle.garage}`,
    `/vehicles/${vehicle.id}`,
    "/search?q=ford",
    "/events",
    `/events/${event}`,
    "/map-search",
    "/map-search?place=Birmingham&radius=500",
  ];
  const connection = await Connection.open(site.port);
  const counted = new Map<string, { member: string[]; visitor: string[] }>();
  const somebodyWrites = site.database.prepare("UPDATE users SET bio = ? WHERE id = 1");
  let writes = 0;
  const statements = async (address: string, headers: Record<string, string>) => {
    const bytes = request(address, { headers: { ...BROWSER, ...headers } });
    await connection.ask(bytes);
    // A page that is kept asks nothing.
    somebodyWrites.run(`${writes++}`);
    await site.ask("statements");
    await connection.ask(bytes);
    return (await site.ask<string[]>("statements")).filter((statement) => !VERSION.test(statement));
  };
  for (const address of pages) {
    counted.set(address, {
      visitor: await statements(address, {}),
      member: await statements(address, { Cookie: cookie }),
    });
  }
  connection.close();
  await site.ask("uncount");
  const most = Math.max(...[...counted.values()].map(({ member, visitor }) => Math.max(member.length, visitor.length)));
  const pageCounts = [...counted].map(
    ([address, { member, visitor }]) => `${address} ${member.length}/${visitor.length}`,
  );
  report.add({
    id: "P18",
    what: `SQL statements a page, the most of any (member/visitor: ${pageCounts.join(", ")})`,
    comparedWith: "counted in the running server; without asking whether anybody has written",
    figure: String(most),
    worst: most,
    details: Object.fromEntries(counted),
  });
}
