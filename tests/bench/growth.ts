import { type Address, compareCosts, worstOf } from "./cost";
import { FOLLOWED, followerOf } from "./follower";
import { tellCostToGrow } from "./grown";
import type { Options } from "./options";
import { countSlowPlans } from "./plans";
import { median, note, type Report, round } from "./report";
import { logIn, type Site, SMALL, sampleDatabase, startSite } from "./site";

/** P5 and P6: what every list, feed, search and detail page costs on a large site against a small one, and its plans. */
export async function measureGrowth(report: Report, options: Options): Promise<void> {
  const { vehicles, quick } = options;
  const [few, many] = [await sampleDatabase(SMALL), await sampleDatabase(vehicles)];
  const [small, large] = await Promise.all([startSite(few), startSite(many, { inPlace: true })]);
  try {
    const sites = [small, large] as const;
    const open = [...pages(small, large), ...calls(small, large), ...documents(small, large)];
    const followed = alike(...FOLLOWED);
    const followers = { small: await followerOf(small), large: await followerOf(large) };
    await countSlowPlans(
      report,
      sites,
      [{ addresses: open }, { addresses: followed, headers: followers.large }],
      vehicles,
    );
    const costs = await compareCosts(sites, open, { quick });
    costs.push(...(await compareCosts(sites, followed, { headers: followers, quick })));
    const admins = { small: await adminOf(small), large: await adminOf(large) };
    costs.push(...(await compareCosts(sites, ADMIN, { headers: admins, quick })));
    for (const { name, small: before, large: after, ratio } of costs)
      note(`  ${name}: ${before} → ${after} ms, ${ratio}`);
    // It lists everything there is, so it grows by its nature.
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
    await tellCostToGrow(report, options, small, large);
  } finally {
    await small.stop();
    await large.stop();
  }
}

async function adminOf(site: Site): Promise<Record<string, string>> {
  site.database.prepare("UPDATE users SET role = 'admin' WHERE id = 1").run();
  return { Cookie: (await logIn(site, 1)).cookie };
}

const alike = (...paths: string[]): Address[] => paths.map((path) => ({ name: path, small: path, large: path }));

const MAKES = "ford";

/**
 * What is searched for: a word that many have, two words, one that few have, one of two letters, one that nobody has.
 */
const SEARCHES = [MAKES, "1989 ford", "jaguar e-type", "mg", "nobodyhasthis"].map(encodeURIComponent);

/** Each way to narrow the list of vehicles, and each order of it. */
const BROWSED = [
  "make=ford",
  "make=ford&model=anglia+105e&sort=-likes",
  "from=1960&to=1969",
  "make=ford&from=1960&to=1969&sort=-year",
  "from=1954&to=1957&sort=-likes&page=5",
  "from=1967&to=1967&sort=-likes",
  "from=1954&to=1957&condition=restored&sort=-likes",
  "sort=createdAt",
  "q=ford&sort=year",
  "make=ford&condition=restored",
  "condition=restored&sort=-year",
];

function pages(small: Site, large: Site): Address[] {
  return [
    ...alike(
      "/",
      "/garages",
      "/garages?page=5",
      "/vehicles",
      "/vehicles?page=5",
      "/vehicles/makes",
      ...BROWSED.map((choice) => `/vehicles?${choice}`),
      ...["createdAt", "-vehicleCount"].map((sort) => `/garages?sort=${sort}`),
      "/garages?name=motor",
      "/garages?name=nobodyhasthis",
      ...SEARCHES.map((words) => `/search?q=${words}`),
      `/search?q=${MAKES}&section=vehicles&page=3`,
      "/events",
      "/events?view=month",
      "/events?past=1",
      "/events?category=Auction",
      "/map-search",
      "/map-search?place=Birmingham",
      "/map-search?map=4/48/10",
    ),
    ...details(small, large),
  ];
}

function calls(small: Site, large: Site): Address[] {
  const api = alike(
    "/api/v1/garages",
    "/api/v1/garages?sort=-vehicleCount&page=3",
    "/api/v1/garages?name[regex]=motor",
    "/api/v1/garages/random",
    "/api/v1/vehicles/latest",
    "/api/v1/vehicles?make=ford&sort=-likes",
    "/api/v1/vehicles/makes",
    "/api/v1/vehicles/models?make=ford",
    "/api/v1/events",
    ...SEARCHES.map((words) => `/api/v1/search?q=${words}`),
  );
  const own = [
    garagePair(small, large),
    vehiclePair(small, large),
    ...logPairs(small, large),
    ...peoplePairs(small, large),
  ];
  return [...api, ...own.map((pair) => ({ ...pair, name: `/api/v1${pair.name}`, ...api1(pair) }))];
}

const api1 = ({ small, large }: Address) => ({ small: `/api/v1${small}`, large: `/api/v1${large}` });

function documents(small: Site, large: Site): Address[] {
  const { small: a, large: b } = garagePair(small, large);
  return [
    ...alike("/feed.xml", "/events/feed.xml", "/events.ics"),
    ...alike(...SEARCHES.map((words) => `/search/suggestions?q=${words}`)),
    { name: "/garages/:id/feed.xml", small: `${a}/feed.xml`, large: `${b}/feed.xml` },
  ];
}

const ADMIN = alike("/admin", "/admin?q=anna", "/admin/events", "/admin/log", "/admin/tickets", "/api/v1/users");

function details(small: Site, large: Site): Address[] {
  const vehicle = vehiclePair(small, large);
  const photo = ({ database }: Site, address: string) => {
    const id = Number(address.split("/").pop());
    const of = database.prepare("SELECT id FROM photos WHERE vehicle_id = ? LIMIT 1").pluck().get(id);
    return `${address}/photos/${of}`;
  };
  const garage = garagePair(small, large);
  return [
    garage,
    { name: "/garages/:id/reviews", small: `${garage.small}/reviews`, large: `${garage.large}/reviews` },
    vehicle,
    { name: "/vehicles/:id/sheet", small: `${vehicle.small}/sheet`, large: `${vehicle.large}/sheet` },
    ...logPairs(small, large),
    ...peoplePairs(small, large),
    { name: "/vehicles/:id/photos/:id", small: photo(small, vehicle.small), large: photo(large, vehicle.large) },
    pairOf("/events/", small, large, "SELECT id, attendance_count AS likeness FROM events WHERE status = 'approved'"),
  ];
}

const garagePair = (small: Site, large: Site) =>
  pairOf(
    "/garages/",
    small,
    large,
    `SELECT id, vehicle_count || '/' || review_count AS likeness FROM garages
     WHERE hidden = 0 AND vehicle_count > 0 AND id <= 1000 ORDER BY review_count = 2 DESC, vehicle_count DESC`,
  );

const vehiclePair = (small: Site, large: Site) =>
  pairOf(
    "/vehicles/",
    small,
    large,
    `SELECT id, comment_count || '/' || photo_count || '/' || (description <> '') AS likeness FROM vehicles
     WHERE hidden = 0 AND photo_count > 0 AND id <= 1000 ORDER BY comment_count DESC`,
  );

/** A build log of four entries, and one of them. */
function logPairs(small: Site, large: Site): Address[] {
  const vehicle = pairOf(
    "/vehicles/",
    small,
    large,
    "SELECT id, build_count AS likeness FROM vehicles WHERE hidden = 0 AND build_count = 4 AND id <= 1000",
  );
  const entry = ({ database }: Site, address: string) => {
    const of = "SELECT id FROM build_entries WHERE vehicle_id = ? ORDER BY date, id LIMIT 1 OFFSET 1";
    return `/build/${database
      .prepare(of)
      .pluck()
      .get(Number(address.split("/").pop()))}`;
  };
  return [
    { name: "/vehicles/:id/build", small: `${vehicle.small}/build`, large: `${vehicle.large}/build` },
    { name: "/build/:id", small: entry(small, vehicle.small), large: entry(large, vehicle.large) },
  ];
}

/** Who likes a vehicle, and who follows a garage, of about as many as a sample has. */
function peoplePairs(small: Site, large: Site): Address[] {
  const vehicle = pairOf(
    "/vehicles/",
    small,
    large,
    "SELECT id, like_count AS likeness FROM vehicles WHERE hidden = 0 AND id <= 1000 ORDER BY like_count DESC",
  );
  const garage = pairOf(
    "/garages/",
    small,
    large,
    `SELECT garages.id, follower_count AS likeness FROM garages JOIN users ON users.id = user_id
     WHERE hidden = 0 AND garages.id <= 1000 ORDER BY follower_count DESC`,
  );
  const listOf = ({ name, small, large }: Address, list: string): Address => ({
    name: `${name}/${list}`,
    small: `${small}/${list}`,
    large: `${large}/${list}`,
  });
  return [listOf(vehicle, "likes"), listOf(garage, "followers")];
}

/** The first on each site that are alike in how much there is to show. */
function pairOf(path: string, small: Site, large: Site, query: string): Address {
  const rows = ({ database }: Site) => database.prepare(query).all() as { id: number; likeness: unknown }[];
  const others = rows(large);
  for (const { id, likeness } of rows(small)) {
    const other = others.find((row) => row.likeness === likeness);
    if (other) return { name: `${path}:id`, small: `${path}${id}`, large: `${path}${other.id}` };
  }
  throw new Error(`no two are alike: ${query}`);
}
