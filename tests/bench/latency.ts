import { BROWSER, request } from "./connection";
import { fullLoad, type Loaded } from "./full-load";
import { pace } from "./load";
import type { Measured } from "./measured";
import type { Options } from "./options";
import { median, note, quantile, type Report, round } from "./report";
import type { Login, Site } from "./site";
import type { Send } from "./uploads";
import { generator } from "./wrk";

const ROUNDS = 3;
const CONNECTIONS = 16;
/** Vehicles whose pages are asked for in turn. */
const PAGES = 20;

/** P8: how long the slowest of a hundred visitors waits when the site has as much to do as it can, against L. */
export async function measureFullLoad(report: Report, site: Site, peer: Measured, seconds: number): Promise<void> {
  note("P8 at full load");
  const ids = site.database.prepare(
    "SELECT id FROM vehicles WHERE hidden = 0 AND photo_count > 0 ORDER BY comment_count DESC, id LIMIT ?",
  );
  const paths = (ids.pluck().all(PAGES) as number[]).map((id) => `/vehicles/${id}`);
  const load = { paths, headers: BROWSER, connections: CONNECTIONS, ms: (seconds * 1000) / 2 };
  const look = async () => ({ site: await fullLoad(site, load), peer: await fullLoad(peer, load) });
  await look();
  const rounds: { site: Loaded; peer: Loaded }[] = [];
  for (let at = 0; at < ROUNDS; at++) rounds.push(await look());
  const p99 = (of: "site" | "peer") => round(median(rounds.map((at) => at[of].p99)));
  const rate = (of: "site" | "peer") => Math.round(median(rounds.map((at) => at[of].perSecond)));
  const ratio = round(median(rounds.map((at) => at.site.p99 / at.peer.p99)));
  report.add({
    id: "P8 full load",
    what: `p99 of visitors' pages at full load: ${p99("site")} ms at ${rate("site")} requests/s, of L ${p99("peer")} ms at ${rate("peer")} requests/s`,
    comparedWith: `L in the same run, in turns; ${PAGES} vehicles' pages, ${CONNECTIONS} connections without a pause, ${generator}`,
    figure: String(ratio),
    worst: ratio,
    details: rounds,
  });
}

const READS_A_SECOND = 15;
const TURNS = 3;
const QUICK_TURNS = 2;

/** P8: how long pages take while somebody uploads. Visitors' are held against the target; members' stand beside them. */
export async function readDuringUploads(
  report: Report,
  { seconds, quick }: Options,
  site: Site,
  { cookie }: Login,
  send: Send,
): Promise<void> {
  const pages = ["/", "/garages", "/garages/3", "/vehicles/30", "/search?q=ford"];
  const sideOf = (headers: Record<string, string>) => {
    const asked = pages.map((address) => request(address, { headers: { ...BROWSER, ...headers } }));
    return { name: "the site", server: site, request: (n: number) => asked[n % asked.length]!, status: 200 };
  };
  const sides = { visitors: sideOf({}), members: sideOf({ Cookie: cookie }) };
  const times = { visitors: { idle: [], busy: [] }, members: { idle: [], busy: [] } } as Record<
    keyof typeof sides,
    Record<"idle" | "busy", number[]>
  >;
  const turn = { perSecond: READS_A_SECOND, seconds: quick ? 1.5 : seconds * 2 };
  const read = (when: "idle" | "busy") =>
    Promise.all(
      (["visitors", "members"] as const).map(async (who) => times[who][when].push(...(await pace(sides[who], turn)))),
    );
  await pace(sides.members, { perSecond: READS_A_SECOND, seconds: quick ? 1 : 10 });
  let sets = 0;
  for (let at = 0; at < (quick ? QUICK_TURNS : TURNS); at++) {
    await read("idle");
    let over = false;
    const uploads = (async () => {
      while (!over) {
        await send();
        sets += 1;
      }
    })();
    await read("busy");
    over = true;
    await uploads;
  }
  const told = (values: number[]) => ({ median: round(median(values)), p99: round(quantile(values, 0.99)) });
  const of = (who: keyof typeof sides) => ({ idle: told(times[who].idle), busy: told(times[who].busy) });
  const [visitors, members] = [of("visitors"), of("members")];
  const ratio = (one: typeof visitors) => round(one.busy.p99 / one.idle.p99);
  const words = ({ idle, busy }: typeof visitors) =>
    `p99 ${idle.p99} → ${busy.p99} ms, median ${idle.median} → ${busy.median} ms`;
  report.add({
    id: "P8 uploads",
    what: `p99 of visitors' page reads during uploads (${sets} sets, one after the other): ${words(visitors)}`,
    comparedWith: `idle; ${READS_A_SECOND} pages a second by visitors and as many, always rendered, by a member in both (the member's: ${ratio(members)}, ${words(members)}), timed from when each was due`,
    figure: String(ratio(visitors)),
    worst: ratio(visitors),
    details: { visitors, members, reads: [times.visitors.idle.length, times.visitors.busy.length], sets },
  });
}
