import { writeFileSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { HtmlPage } from "../support/page";
import { BROWSER, type Compared, compare, describeRatio, generator, sendExpecting } from "./load";
import type { Options } from "./options";
import { note, type Report } from "./report";
import { folder, logIn, type Measured, richVehicle, type Site, startMeasured, withSite } from "./site";

/** P1 to P3, and P8 at full load. */
export async function measurePages(report: Report, { seconds }: Options): Promise<void> {
  await withSite(async (site) => {
    const vehicle = richVehicle(site);
    // Owns none of it.
    const { cookie } = await logIn(site, vehicle.owner === 1 ? 2 : 1);
    await forMembers(report, seconds, site, vehicle, cookie);
    await forVisitors(report, seconds, site, vehicle.id);
  });
}

type Vehicle = ReturnType<typeof richVehicle>;

async function forMembers(report: Report, seconds: number, site: Site, { id, garage }: Vehicle, cookie: string) {
  const peer = await startMeasured("tests/bench/remix-peer.ts", site.env);
  try {
    const all: Record<string, Compared> = {};
    for (const [name, address] of Object.entries({
      vehicle: `/vehicles/${id}`,
      garage: `/garages/${garage}`,
      home: "/",
    })) {
      note(`P1 ${address}`);
      const requests = [{ path: address, headers: { ...BROWSER, Cookie: cookie } }];
      all[name] = await compare({ server: site, requests }, { server: peer, requests }, { seconds, connections: 8 });
    }
    report.add({
      id: "P1",
      what: "page for a logged-in person, rendered: requests/s by the clock (by processor time)",
      comparedWith: `${generator}; R: createRequestHandler and compression() around the same screens of the same build, loader data held in memory (no SQL, no session, no headers of ours)`,
      figure: Object.entries(all)
        .map(([name, of]) => `${name} ${describeRatio(of)}`)
        .join(", "),
      worst: Math.min(...Object.values(all).map(({ ratio }) => ratio)),
      details: all,
    });
  } finally {
    await peer.stop();
  }
}

async function fetchPage({ url }: Measured, address: string) {
  const { bytes, headers } = await sendExpecting(url, { path: address, headers: BROWSER });
  const html = String(headers["content-encoding"] === "br" ? brotliDecompressSync(bytes) : bytes);
  return { html, page: new HtmlPage(html), bytes: bytes.length, etag: headers.etag ?? "" };
}

const BY_PROCESSOR = "by the clock (by processor time, which is held against the target)";
const PAGES = 20;

async function forVisitors(report: Report, seconds: number, site: Site, id: number): Promise<void> {
  const address = `/vehicles/${id}`;
  const frame = path.join(folder, "frame.html");
  const sitePage = await fetchPage(site, address);
  writeFileSync(frame, frameOf(sitePage.html));
  const peer = await startMeasured("tests/bench/plain-peer.ts", site.env, [site.databaseFile, frame]);
  try {
    const limit = await fetchPage(peer, address);
    const visit = (server: Measured, more: Record<string, string> = {}) => ({
      server,
      requests: [{ path: address, headers: { ...BROWSER, ...more } }],
    });
    note(`P2 ${address}`);
    const whole = await compare(visit(site), visit(peer), { seconds });
    report.add({
      id: "P2",
      what: `the vehicle's page for a visitor: requests/s ${BY_PROCESSOR}`,
      comparedWith: `${generator}; L: node:http, prepared statements, template strings, ${sameText(sitePage.page, limit.page)}; ${sitePage.bytes} bytes by brotli against ${limit.bytes} uncompressed`,
      figure: describeRatio(whole),
      worst: whole.processorRatio,
      details: whole,
    });
    note(`P3 ${address}`);
    const revalidation = (server: Measured, etag: string) => ({
      ...visit(server, { "If-None-Match": etag }),
      status: 304,
    });
    const unchanged = await compare(revalidation(site, sitePage.etag), revalidation(peer, limit.etag), { seconds });
    report.add({
      id: "P3",
      what: `conditional request of it (304): requests/s ${BY_PROCESSOR}`,
      comparedWith: `${generator}; L, which makes the page to hash it`,
      figure: describeRatio(unchanged),
      worst: unchanged.processorRatio,
      details: unchanged,
    });
    note("P8 at full load");
    const ids = site.database.prepare(
      "SELECT id FROM vehicles WHERE hidden = 0 AND photo_count > 0 ORDER BY comment_count DESC, id LIMIT ?",
    );
    const requests = (ids.pluck().all(PAGES) as number[]).map((vehicleId) => ({
      path: `/vehicles/${vehicleId}`,
      headers: BROWSER,
    }));
    const full = await compare({ server: site, requests }, { server: peer, requests }, { seconds });
    const { first, second } = full;
    report.add({
      id: "P8 full load",
      what: `p99 of visitors' pages at full load: ${first.p99} ms at ${first.perSecond} requests/s, of L ${second.p99} ms at ${second.perSecond} requests/s`,
      comparedWith: `L in the same run, in turns; ${PAGES} vehicles' pages, 16 connections without a pause, ${generator}`,
      figure: String(full.p99Ratio),
      worst: full.p99Ratio,
      details: full,
    });
  } finally {
    await peer.stop();
  }
}

/** Without main part and scripts. */
function frameOf(html: string): string {
  const [before = "", rest = ""] = html.slice(html.indexOf("<body")).split(/<main[\s\S]*<\/main>/);
  const after = rest.slice(0, rest.indexOf("</footer>") + "</footer>".length);
  return `${before.replace(/^<body[^>]*>/, "")}<!-- main -->${after}`;
}

function sameText(first: HtmlPage, second: HtmlPage): string {
  const [a, b] = [first, second].map((page) => page.text("main").replace(/\s+/g, "")) as [string, string];
  if (a === b) return "the same visible text";
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return `other visible text from “${a.slice(Math.max(0, at - 20), at + 20)}” on`;
}
