import { Agent } from "node:http";
import { sendExpecting } from "./load";
import type { Options } from "./options";
import { median, note, type Report, round } from "./report";
import { cpuOf, logIn, type Site, SMALL, startSite, withSite } from "./site";

/** P5: lists, feeds, searches and detail pages on a large and a small site. */
export async function measureGrowth(report: Report, { quick, vehicles }: Options): Promise<void> {
  const large = await startSite(vehicles);
  // As on an old site: statistics can change the planner's joins.
  large.database.exec("ANALYZE");
  await withSite(async (small) => {
    const sites = { small, large };
    const open = [...pages(sites), ...calls(sites), ...documents(sites)];
    const followed = alike(...FOLLOWED);
    const followers = { small: await followerOf(small), large: await followerOf(large) };
    const admins = { small: await adminOf(small), large: await adminOf(large) };
    const costs = [
      ...(await compareCosts(sites, open, { quick })),
      ...(await compareCosts(sites, followed, { headers: followers, quick })),
      ...(await compareCosts(sites, ADMIN, { headers: admins, quick })),
    ];
    for (const { name, small: before, large: after, ratio } of costs)
      note(`  ${name}: ${before} → ${after} ms, ${ratio}`);
    // Lists everything, so it grows.
    const [siteMap] = await compareCosts(sites, alike("/sitemap.xml"), { quick });
    const middle = round(median(costs.map(({ ratio }) => ratio)));
    report.add({
      id: "P5",
      what: `processor time of ${costs.length} lists, feeds, searches, detail pages and calls at ${vehicles} vehicles: the median of all; the three that grow most`,
      comparedWith: `the same at ${SMALL} vehicles (below that the sample texts are longer), no page kept; apart from these /sitemap.xml, which lists everything: ${siteMap!.ratio} (${siteMap!.small} → ${siteMap!.large} ms)`,
      figure: `${middle}; ${worstOf(costs)}`,
      worst: middle,
      details: { costs, siteMap },
    });
  }).finally(() => large.stop());
}

type Sites = { small: Site; large: Site };

type Address = { name: string; small: string; large: string };

const alike = (...paths: string[]): Address[] =>
  paths.map((address) => ({ name: address, small: address, large: address }));

interface Cost {
  name: string;
  /** ms a request. */
  small: number;
  large: number;
  ratio: number;
}

/** With a session cookie the page is rendered, not cached. */
const FRESH = { Cookie: "paddock_session=bench" };

interface Looks {
  headers?: { small: Record<string, string>; large: Record<string, string> };
  quick: boolean;
}

/** Alternates between the sites. */
async function compareCosts(
  sites: Sites,
  addresses: readonly Address[],
  { headers = { small: FRESH, large: FRESH }, quick }: Looks,
): Promise<Cost[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  // CPU time per site and round, ms: far above the clock's resolution.
  const [count, enough] = quick ? [3, 15] : [7, 60];
  const costs: Cost[] = [];
  for (const address of addresses) {
    const look = async (side: "small" | "large", times: number) => {
      const { url, pid } = sites[side];
      const cpu = cpuOf(pid);
      for (let n = 0; n < times; n++) await sendExpecting(url, { path: address[side], headers: headers[side], agent });
      return (cpuOf(pid) - cpu) / times;
    };
    const times = async (side: "small" | "large") => {
      await look(side, quick ? 2 : 10);
      return Math.max(3, Math.ceil(enough / (await look(side, quick ? 3 : 10))));
    };
    const often = { small: await times("small"), large: await times("large") };
    const rounds: { small: number; large: number }[] = [];
    for (let index = 0; index < count; index++) {
      rounds.push({ small: await look("small", often.small), large: await look("large", often.large) });
    }
    const middle = (of: (cost: (typeof rounds)[number]) => number) => round(median(rounds.map(of)));
    costs.push({
      name: address.name,
      small: middle(({ small }) => small),
      large: middle(({ large }) => large),
      ratio: middle(({ small, large }) => large / small),
    });
  }
  agent.destroy();
  return costs;
}

function worstOf(costs: readonly Cost[]): string {
  const worst = [...costs].sort((a, b) => b.ratio - a.ratio).slice(0, 3);
  return worst.map(({ name, ratio, small, large }) => `${name} ${ratio} (${small} → ${large} ms)`).join(", ");
}

async function adminOf(site: Site): Promise<Record<string, string>> {
  site.database.prepare("UPDATE users SET role = 'admin' WHERE id = 1").run();
  return { Cookie: (await logIn(site, 1)).cookie };
}

const MAKES = "ford";

/** A common word, two words, a rare word, two letters, an unknown word. */
const SEARCHES = [MAKES, "1989 ford", "jaguar e-type", "mg", "nobodyhasthis"].map(encodeURIComponent);

const BROWSED = [
  ...["make=ford", "make=ford&model=anglia+105e&sort=-likes", "from=1960&to=1969"],
  ...["make=ford&from=1960&to=1969&sort=-year", "from=1954&to=1957&sort=-likes&page=5"],
  ...["from=1967&to=1967&sort=-likes", "from=1954&to=1957&condition=restored&sort=-likes", "sort=createdAt"],
  ...["q=ford&sort=year", "make=ford&condition=restored", "condition=restored&sort=-year"],
];

const MAPS = [
  ...["", "?place=Birmingham", "?place=Birmingham&radius=500", "?map=4/48/10"].map((query) => `/map-search${query}`),
  "/events?near=Birmingham&radius=100",
];

function pages(sites: Sites): Address[] {
  const lists = ["/", "/garages", "/garages?page=5", "/vehicles", "/vehicles?page=5", "/vehicles/makes"];
  const garages = ["sort=createdAt", "sort=-vehicleCount", "name=motor", "name=nobodyhasthis"];
  const events = ["/events", "/events?view=month", "/events?past=1", "/events?category=Auction"];
  return [
    ...alike(
      ...lists,
      ...BROWSED.map((choice) => `/vehicles?${choice}`),
      ...garages.map((choice) => `/garages?${choice}`),
      ...SEARCHES.map((words) => `/search?q=${words}`),
      `/search?q=${MAKES}&section=vehicles&page=3`,
      ...events,
      ...MAPS,
    ),
    ...details(sites),
  ];
}

function calls(sites: Sites): Address[] {
  const garages = ["", "?sort=-vehicleCount&page=3", "?name[regex]=motor", "/random"].map((more) => `/garages${more}`);
  const vehicles = ["/latest", "?make=ford&sort=-likes", "/makes", "/models?make=ford"].map(
    (more) => `/vehicles${more}`,
  );
  const searches = SEARCHES.map((words) => `/search?q=${words}`);
  const ownPairs = [garagePair(sites), vehiclePair(sites), ...logPairs(sites), ...peoplePairs(sites)];
  return [...alike(...garages, ...vehicles, "/events", ...searches), ...ownPairs].map(({ name, small, large }) => ({
    name: `/api/v1${name}`,
    small: `/api/v1${small}`,
    large: `/api/v1${large}`,
  }));
}

const below = ({ name, small, large }: Address, list: string): Address => ({
  name: `${name}/${list}`,
  small: `${small}/${list}`,
  large: `${large}/${list}`,
});

function documents(sites: Sites): Address[] {
  const suggestions = SEARCHES.map((words) => `/search/suggestions?q=${words}`);
  return [
    ...alike("/feed.xml", "/events/feed.xml", "/events.ics", ...suggestions),
    below(garagePair(sites), "feed.xml"),
  ];
}

const ADMIN = alike("/admin", "/admin/users?q=anna", "/admin/events", "/admin/log", "/admin/tickets", "/api/v1/users");

function details(sites: Sites): Address[] {
  const [garage, vehicle] = [garagePair(sites), vehiclePair(sites)];
  return [
    ...[garage, below(garage, "reviews"), vehicle, below(vehicle, "sheet")],
    ...logPairs(sites),
    ...peoplePairs(sites),
    within(sites, vehicle, "/photos/", "SELECT id FROM photos WHERE vehicle_id = ? LIMIT 1"),
    pairOf("/events/", sites, "SELECT id, attendance_count AS likeness FROM events WHERE status = 'approved'"),
  ];
}

const garagePair = (sites: Sites) =>
  pairOf(
    "/garages/",
    sites,
    `SELECT id, vehicle_count || '/' || review_count AS likeness FROM garages
     WHERE hidden = 0 AND vehicle_count > 0 AND id <= 1000 ORDER BY review_count = 2 DESC, vehicle_count DESC`,
  );

const vehiclePair = (sites: Sites) =>
  pairOf(
    "/vehicles/",
    sites,
    `SELECT id, comment_count || '/' || photo_count || '/' || (description <> '') AS likeness FROM vehicles
     WHERE hidden = 0 AND photo_count > 0 AND id <= 1000 ORDER BY comment_count DESC`,
  );

/** The query selects a part's id. */
function within({ small, large }: Sites, vehicle: Address, room: string, query: string): Address {
  const find = ({ database }: Site, address: string) => {
    const id = database
      .prepare(query)
      .pluck()
      .get(Number(address.split("/").pop()));
    return room.startsWith("/photos") ? `${address}${room}${id}` : room + id;
  };
  return { name: `${room}:id`, small: find(small, vehicle.small), large: find(large, vehicle.large) };
}

function logPairs(sites: Sites): Address[] {
  const four = "SELECT id, build_count AS likeness FROM vehicles WHERE hidden = 0 AND build_count = 4 AND id <= 1000";
  const vehicle = pairOf("/vehicles/", sites, four);
  const second = "SELECT id FROM build_entries WHERE vehicle_id = ? ORDER BY date, id LIMIT 1 OFFSET 1";
  return [below(vehicle, "build"), within(sites, vehicle, "/build/", second)];
}

function peoplePairs(sites: Sites): Address[] {
  const liked =
    "SELECT id, like_count AS likeness FROM vehicles WHERE hidden = 0 AND id <= 1000 ORDER BY like_count DESC";
  const followed = `SELECT garages.id, follower_count AS likeness FROM garages JOIN users ON users.id = user_id
     WHERE hidden = 0 AND garages.id <= 1000 ORDER BY follower_count DESC`;
  return [below(pairOf("/vehicles/", sites, liked), "likes"), below(pairOf("/garages/", sites, followed), "followers")];
}

/** Both with the same amount of content. */
function pairOf(room: string, { small, large }: Sites, query: string): Address {
  const rows = ({ database }: Site) => database.prepare(query).all() as { id: number; likeness: unknown }[];
  const others = rows(large);
  for (const { id, likeness } of rows(small)) {
    const likeRow = others.find((row) => row.likeness === likeness);
    if (likeRow) return { name: `${room}:id`, small: `${room}${id}`, large: `${room}${likeRow.id}` };
  }
  throw new Error(`no two are alike: ${query}`);
}

/** Nearly all of the small site. */
const GARAGES_FOLLOWED = 240;
const NOTIFIED = 200;
/** Between a garage's events, ms: about four are news (30 days). */
const APART = 7 * 86_400_000;
const FOLLOWER = 2;

/**
 * Login headers of a user with many followed garages, for the lists of home, feed, bell and notifications. Each garage
 * gets the same recent activity on both sites, because larger samples have a longer time range.
 */
async function followerOf(site: Site): Promise<Record<string, string>> {
  const others = (kind: string) =>
    `INSERT OR IGNORE INTO blocks SELECT ${FOLLOWER}, id, '${kind}', id FROM users WHERE id > ${FOLLOWER}
     ORDER BY id LIMIT 3 OFFSET ${GARAGES_FOLLOWED}`;
  site.database.exec(`BEGIN;
    DELETE FROM follows WHERE follower_id = ${FOLLOWER};
    INSERT INTO follows (follower_id, followed_id, created_at)
      SELECT ${FOLLOWER}, id, 1 FROM users WHERE id > ${FOLLOWER} ORDER BY id LIMIT ${GARAGES_FOLLOWED};
    UPDATE activities SET created_at = ${Date.now()} - nth * ${APART} FROM (
      SELECT activities.id AS of, row_number() OVER (PARTITION BY user_id ORDER BY activities.created_at DESC) AS nth
      FROM follows CROSS JOIN activities ON user_id = followed_id WHERE follower_id = ${FOLLOWER}) WHERE id = of;
    UPDATE users SET news_seen_at = 0 WHERE id = ${FOLLOWER};
    DELETE FROM notifications WHERE user_id = ${FOLLOWER};
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${NOTIFIED})
      INSERT INTO notifications (user_id, kind, actor_id, created_at)
      SELECT ${FOLLOWER}, 'follow', 10 + i % 100, i FROM n;
    ${others("mute")}; ${others("block")}; COMMIT`);
  return { Cookie: (await logIn(site, FOLLOWER)).cookie };
}

/** Depend on followed garages and notifications. */
const FOLLOWED = [
  ...["/", "/?page=20", "/api/v1/users/me/feed?page=3", "/notifications", "/notifications?page=3"],
  ...["/api/v1/users/me/notifications", "/api/v1/users/me/notifications?limit=1", "/settings/people"],
  ...["/api/v1/users/me/people"],
];
