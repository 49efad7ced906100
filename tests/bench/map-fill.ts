// Fills the database of DATABASE_URL with things on the map, half garages and half events, over all towns of the
// gazetteer: the larger a town the more of them. A thousand go in row by row, and triggers do the rest; a million go in
// with triggers and indexes taken off, and what triggers would have written is written in bulk.
import Database from "better-sqlite3";
import { closeDatabase, migrateDatabase } from "~/db/client.server";
import { EVENT_CATEGORIES } from "~/features/events/limits";
import { coarse, toMap } from "~/lib/geo";
import { createRandom, type Random } from "~/lib/random";

interface Town {
  id: number;
  name: string;
  region: string;
  country: string;
  label: string;
  lat: number;
  lng: number;
  population: number;
}

const DAY = 86_400_000;
const day = (offset: number) => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);

/** Picks towns, the larger the more often. */
function townPicker(random: Random): () => Town {
  const world = new Database("build/world.db", { readonly: true });
  const towns = world.prepare("SELECT * FROM places WHERE kind = 'town' ORDER BY id").all() as Town[];
  world.close();
  const ends: number[] = [];
  for (const { population } of towns) ends.push((ends.at(-1) ?? 0) + Math.sqrt(population + 100));
  return () => {
    const wanted = random.next() * ends.at(-1)!;
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return towns[low]!;
  };
}

function insertThings(raw: Database.Database, count: number): void {
  const random = createRandom("map");
  const pickTown = townPicker(random);
  const user = raw.prepare(
    "INSERT INTO users (id, name, name_folded, email, password_hash, created_at) VALUES (?, ?, ?, ?, 'none', 1)",
  );
  const place = raw.prepare("INSERT INTO places VALUES (?, 'town', ?, ?, ?, ?, ?, ?, ?, ?)");
  const garage = raw.prepare(
    `INSERT INTO garages (user_id, name, name_folded, location, show_on_map, place_id, place_text, created_at, updated_at)
     VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?)`,
  );
  const event = raw.prepare(
    `INSERT INTO events (title, title_folded, start_date, end_date, location, category, short_description, status,
       created_at, updated_at, place_id, place_text) VALUES (?, ?, ?, ?, ?, ?, 'Come.', 'approved', ?, ?, ?, ?)`,
  );
  const kept = new Set<number>();
  const placed = () => {
    const town = pickTown();
    const { id, name, region, country, label } = town;
    if (!kept.has(id)) {
      const point = coarse(town);
      const { x, y } = toMap(point);
      place.run(id, name, region, country, label, point.lat, point.lng, x, y);
    }
    kept.add(id);
    return { id, label };
  };
  for (let n = 1; n <= count / 2; n++) {
    user.run(n, `Person ${n}`, `person ${n}`, `p${n}@paddock.example`);
    const home = placed();
    garage.run(n, `Garage ${n}`, `garage ${n}`, home.label, home.id, home.label, n, n);
    const { id, label } = placed();
    const starts = random.int(0, 364);
    const category = EVENT_CATEGORIES[n % EVENT_CATEGORIES.length]!;
    const ends = day(starts + (n % 10 === 0 ? 2 : 0));
    event.run(`Meet ${n}`, `meet ${n}`, day(starts), ends, label, category, n, n, id, label);
  }
}

const LAST_LEVEL = 12;
/** A kind's days: garages are counted once, events at both of their ends. */
const EDGES = [
  [0, 0, "last_day"],
  [1, 0, "last_day"],
  [1, 1, "first_day"],
] as const;

/** What the triggers of `map_things` would have written, level by level; `where` narrows it to some of the things. */
function cellsOf(where = ""): string {
  const level = (of: number) => {
    const [x, y] = of === 0 ? ["place_id", "0"] : [`px >> ${16 - of}`, `py >> ${16 - of}`];
    return EDGES.flatMap(([kind, edge, when]) =>
      (kind === 0 ? ["''"] : ["''", "category"]).map(
        (category) =>
          `SELECT ${of} AS level, ${kind} AS kind, ${category} AS category, ${edge} AS edge, ${x} AS x, ${y} AS y,
             ${when} AS day, count(*) AS things, sum(px) AS sum_x, sum(py) AS sum_y
           FROM placed WHERE kind = ${kind} ${where.replaceAll("DAY", when)}
           GROUP BY 3, 5, 6, 7`,
      ),
    );
  };
  const levels = [0, ...Array.from({ length: LAST_LEVEL - 2 }, (_, at) => at + 3)];
  return levels.flatMap(level).join(";");
}

const THINGS = `
  INSERT INTO map_things SELECT 0, id, place_id, '', 0, 2147483647 FROM garages;
  INSERT INTO map_things SELECT 1, id, place_id, category, CAST(julianday(start_date) - 2440587.5 AS INTEGER),
    CAST(julianday(end_date) - 2440587.5 AS INTEGER) FROM events;
  INSERT INTO event_box SELECT t.id, p.x, p.x, p.y, p.y, t.first_day * 256, t.last_day * 256, p.id
    FROM map_things t CROSS JOIN places p ON p.id = t.place_id WHERE t.kind = 1;
  UPDATE site_totals SET total = (SELECT count(*) FROM garages) WHERE name = 'garages';`;

/** Things with their places' coordinates, which every count needs. */
const PLACED = `CREATE TEMP TABLE placed AS
  SELECT t.kind, t.category, t.first_day, t.last_day, t.place_id, p.x AS px, p.y AS py
  FROM map_things t CROSS JOIN places p ON p.id = t.place_id`;

const insertInto = (selects: string) => selects.split(";").map((select) => `INSERT INTO map_cells ${select};`);

/** Rows of `map_cells` that a fresh look does not find, or that it finds and are not there, on some days. */
function wrongCells(raw: Database.Database, days: readonly number[]): number {
  const list = days.join(", ");
  const fresh = cellsOf(`AND DAY IN (${list})`)
    .split(";")
    .map((select) => `SELECT * FROM (${select})`)
    .join(" UNION ALL ");
  raw.exec(`CREATE TEMP TABLE fresh AS ${fresh}`);
  raw.exec(`CREATE TEMP TABLE kept AS SELECT level, kind, category, edge, x, y, day, things, sum_x, sum_y FROM map_cells
    WHERE day IN (${list})`);
  const wrong = raw.prepare(
    "SELECT count(*) FROM (SELECT * FROM (SELECT * FROM fresh EXCEPT SELECT * FROM kept) UNION ALL SELECT * FROM (SELECT * FROM kept EXCEPT SELECT * FROM fresh))",
  );
  const compared = raw.prepare("SELECT count(*) FROM fresh").pluck().get();
  return compared === 0 ? Number.NaN : (wrong.pluck().get() as number);
}

/** Above this many things the triggers and indexes are taken off. */
const BY_TRIGGERS = 20_000;

function fill(file: string, count: number): void {
  migrateDatabase();
  closeDatabase();
  const raw = new Database(file);
  for (const pragma of ["journal_mode = OFF", "synchronous = OFF", "cache_size = -400000", "temp_store = MEMORY"]) {
    raw.pragma(pragma);
  }
  const attached = raw
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'index') AND sql IS NOT NULL
       AND tbl_name IN ('garages', 'events', 'users', 'map_things', 'map_cells')`,
    )
    .all() as { type: string; name: string; sql: string }[];
  const bulk = count > BY_TRIGGERS;
  raw.exec("BEGIN");
  if (bulk) for (const { type, name } of attached) raw.exec(`DROP ${type} ${name}`);
  insertThings(raw, count);
  if (bulk) raw.exec(THINGS);
  raw.exec(PLACED);
  if (bulk) {
    for (const statement of insertInto(cellsOf())) raw.exec(statement);
    for (const { sql } of attached) raw.exec(sql);
  }
  raw.exec("COMMIT");
  // Where triggers wrote, this checks the bulk's way of counting; where the bulk wrote, a sample of it.
  const today = Math.floor(Date.now() / DAY);
  const wrong = wrongCells(
    raw,
    bulk ? [today + 30, today + 200] : [2147483647, ...Array.from({ length: 400 }, (_, at) => today + at)],
  );
  if (wrong !== 0) throw new Error(`${wrong} rows of map_cells are not what the triggers write`);
  raw.pragma("analysis_limit = 1000");
  raw.exec("ANALYZE");
  raw.close();
}

fill(process.env.DATABASE_URL!.slice("file:".length), Number(process.argv[2]));
