import type Database from "better-sqlite3";
import { insertInto } from "../permissions/insert";

type Raw = Database.Database;

/** From 0 (inclusive) to 1. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** In SQL with the first release's columns, so that later migrations run on realistic data. */
export function populate(raw: Raw, userCount = 12, seed = 7): void {
  const next = numbers(seed);
  const add = insertInto(raw);
  const times = { created_at: 1, updated_at: 1 };
  raw.transaction(() => {
    const users = Array.from({ length: userCount }, (_, i) =>
      add("users", {
        name: `N${i}`,
        name_folded: `n${i}`,
        email: `n${i}@example.com`,
        password_hash: "x",
        created_at: i,
      }),
    );
    for (const user of users) {
      const name = { name: `Garage ${user}`, name_folded: `garage ${user}` };
      const garage = add("garages", { user_id: user, ...name, location: "Here", ...times });
      for (let i = 0; i < 1 + Math.floor(next() * 3); i += 1) {
        const vehicleFields = {
          make: "Make",
          model: `Model ${i}`,
          year: 1960 + i,
          search_text: `${1960 + i} make model ${i}`,
        };
        const vehicle = add("vehicles", { garage_id: garage, user_id: user, ...vehicleFields, ...times });
        for (let position = 1; position <= Math.floor(next() * 4); position += 1) {
          const photo = `https://photos.example.com/${vehicle}-${position}.jpg`;
          add("photos", { vehicle_id: vehicle, photo, position, created_at: 1 });
        }
        for (const member of users.filter(() => next() < 0.4)) {
          add("likes", { vehicle_id: vehicle, user_id: member, created_at: 1 });
          add("comments", { vehicle_id: vehicle, user_id: member, text: "Lovely.", created_at: 1 });
        }
      }
      for (const member of users.filter((id) => id !== user && next() < 0.4)) {
        add("follows", { follower_id: member, followed_id: user, created_at: 1 });
        const rating = 1 + Math.floor(next() * 5);
        add("reviews", { garage_id: garage, user_id: member, rating, review: "Good.", ...times });
      }
      const event = { title: "Meet", title_folded: "meet", location: "Here", category: "Club Meetup" };
      const days = { start_date: "2030-01-01", end_date: "2030-01-01" };
      add("events", { user_id: user, ...event, ...days, short_description: "Come.", ...times });
      add("tickets", { user_id: user, category: "Bug Report", subject: "It", description: "Is broken", ...times });
      add("sessions", { user_id: user, token_hash: `s${user}`, created_at: 1, last_seen_at: 1, expires_at: 2 });
      const token = { purpose: "reset-password", token_hash: `t${user}`, created_at: 1, expires_at: 2 };
      add("mail_tokens", { user_id: user, ...token });
    }
    const act = { actor_name: "Ada", action: "user.deactivate", subject_type: "user", subject_id: "1" };
    add("audit_log", { ...act, created_at: 1 });
    const mail = { kind: "verify-email", recipient: "n1@example.com", payload: "{}" };
    add("mail_outbox", { ...mail, next_attempt_at: 1, created_at: 1 });
  })();
}

/** Of later releases; some with a vehicle. */
export function populateAttendances(raw: Raw, seed = 9): void {
  const next = numbers(seed);
  const column = (query: string, ...values: number[]) =>
    raw
      .prepare(query)
      .pluck()
      .all(...values) as number[];
  const attend = raw.prepare(
    "INSERT INTO event_attendances (event_id, user_id, vehicle_id, created_at) VALUES (?, ?, ?, 1)",
  );
  for (const event of column("SELECT id FROM events")) {
    for (const user of column("SELECT id FROM users").filter(() => next() < 0.5)) {
      const [vehicle = null] = column("SELECT id FROM vehicles WHERE user_id = ?", user);
      attend.run(event, user, next() < 0.7 ? vehicle : null);
    }
  }
}

/** Towns, two in one square of the map, and other places. Ids from 1. */
const PLACES: [kind: string, x: number, y: number][] = [
  ["town", 32_100, 21_300],
  ["town", 32_101, 21_301],
  ["town", 40_000, 25_000],
  ["town", 0, 65_535],
  ["region", 33_000, 22_000],
  ["country", 33_100, 22_100],
];

/** Of later releases: most have a place, most of these are on the map. */
export function populatePlaces(raw: Raw, seed = 5): void {
  const next = numbers(seed);
  const add = raw.prepare(
    "INSERT INTO places (id, kind, name, region, country, label, lat, lng, x, y) VALUES (?, ?, 'P', '', 'GB', 'P', 0, 0, ?, ?)",
  );
  for (const [index, [kind, x, y]] of PLACES.entries()) add.run(index + 1, kind, x, y);
  const ids = (table: string) => raw.prepare(`SELECT id FROM ${table}`).pluck().all() as number[];
  for (const table of ["garages", "events"]) for (const id of ids(table)) moveOnMap(raw, table, id, next);
}

/** In one statement, as commands do. */
export function moveOnMap(raw: Raw, table: string, id: number, next: () => number): void {
  const dice = (sides: number) => Math.floor(next() * sides);
  const place = dice(PLACES.length + 1) || null;
  if (table === "garages") {
    raw.prepare("UPDATE garages SET place_id = ?, show_on_map = ? WHERE id = ?").run(place, Number(dice(4) > 0), id);
    return;
  }
  const [first, length] = [dice(20), dice(3)];
  const day = (offset: number) => new Date(Date.UTC(2030, 0, 1 + offset)).toISOString().slice(0, 10);
  const status = ["approved", "approved", "approved", "pending", "rejected"][dice(5)];
  raw
    .prepare("UPDATE events SET place_id = ?, status = ?, category = ?, start_date = ?, end_date = ? WHERE id = ?")
    .run(place, status, `Category ${dice(2)}`, `${day(first)}T10:00`, day(first + length), id);
}

/** Recomputed: garages on the map, approved events, both at towns. */
const MAP_THINGS = `
  SELECT 0 AS kind, g.id, g.place_id, '' AS category, 0 AS first_day, 2147483647 AS last_day, -1000000 AS previous_day
  FROM garages g JOIN places p ON p.id = g.place_id
  WHERE p.kind = 'town' AND g.show_on_map = 1 AND g.hidden = 0
  UNION ALL
  SELECT 1, e.id, e.place_id, e.category,
    unixepoch(substr(e.start_date, 1, 10)) / 86400, unixepoch(substr(e.end_date, 1, 10)) / 86400,
    coalesce(unixepoch(substr(min(e.end_date, (SELECT max(end_date) FROM events AS other
      WHERE other.series_id = e.series_id AND other.status = 'approved' AND other.cancelled_at IS NULL
        AND (other.start_date < e.start_date OR (other.start_date = e.start_date AND other.id < e.id)))), 1, 10)) / 86400,
      -1000000)
  FROM events e JOIN places p ON p.id = e.place_id WHERE p.kind = 'town' AND e.status = 'approved'`;

/** Per square, end and category. */
const MAP_CELLS = `
  WITH things AS (${MAP_THINGS}),
    ends AS (SELECT *, 0 AS edge, last_day AS day FROM things UNION ALL SELECT *, 1, first_day FROM things WHERE kind = 1
      UNION ALL SELECT *, 2, previous_day FROM things WHERE previous_day > -1000000),
    counted AS (SELECT *, category AS under FROM ends UNION ALL SELECT *, '' FROM ends WHERE category <> '')
  SELECT l.level, c.kind, c.under, c.edge, iif(l.level = 0, p.id, p.x / (65536 / (1 << l.level))) AS x,
    iif(l.level = 0, 0, p.y / (65536 / (1 << l.level))) AS y, c.day, count(*), sum(p.x), sum(p.y)
  FROM counted c JOIN places p ON p.id = c.place_id CROSS JOIN map_levels l
  GROUP BY 1, 2, 3, 4, 5, 6, 7`;

/** Differ from a recomputation. */
export function mapProblems(raw: Raw): string[] {
  const checks = {
    map_things: ["SELECT kind, id, place_id, category, first_day, last_day, previous_day FROM map_things", MAP_THINGS],
    map_cells: ["SELECT level, kind, category, edge, x, y, day, things, sum_x, sum_y FROM map_cells", MAP_CELLS],
    place_box: [
      "SELECT id, west, east, north, south FROM place_box",
      "SELECT id, x, x, y, y FROM places WHERE kind = 'town'",
    ],
    event_box: [
      "SELECT id, west, east, north, south, starts / 256, ends / 256, place_id FROM event_box",
      `SELECT t.id, p.x, p.x, p.y, p.y, t.first_day, t.last_day, p.id
       FROM (${MAP_THINGS}) t JOIN places p ON p.id = t.place_id WHERE t.kind = 1`,
    ],
  };
  return Object.entries(checks).flatMap(([table, [storedSql = "", expectedSql = ""]]) => {
    const rows = (offset: string) => raw.prepare(offset).raw().all().map(String);
    const [storedRows, expectedRows] = [rows(storedSql), rows(expectedSql)];
    return [
      ...storedRows.filter((row) => !expectedRows.includes(row)).map((row) => `${table} has ${row}`),
      ...expectedRows.filter((row) => !storedRows.includes(row)).map((row) => `${table} lacks ${row}`),
    ];
  });
}

/** Differ from a recount, as `table.column of id: kept, counted`. */
export function counterProblems(raw: Raw): string[] {
  const countVisible = (table: string, where: string) =>
    `(SELECT count(*) FROM ${table} WHERE hidden = 0 AND ${where})`;
  const checks: [table: string, column: string, recount: string][] = [
    ["users", "follower_count", countVisible("follows", "followed_id = t.id")],
    [
      "users",
      "storage_bytes",
      `(SELECT coalesce(sum(p.bytes), 0) FROM photos p JOIN vehicles v ON v.id = p.vehicle_id WHERE v.user_id = t.id)
        + (SELECT coalesce(sum(image_bytes), 0) FROM events WHERE user_id = t.id)
        + (SELECT coalesce(sum(c.image_bytes), 0) FROM event_changes c JOIN events e ON e.id = c.event_id
          WHERE e.user_id = t.id)`,
    ],
    [
      "users",
      "last_seen_at",
      "max(created_at, (SELECT coalesce(max(last_seen_at), 0) FROM sessions WHERE user_id = t.id))",
    ],
    ["garages", "vehicle_count", "(SELECT count(*) FROM vehicles WHERE garage_id = t.id AND hidden & 6 = 0)"],
    [
      "garages",
      "photo_count",
      `(SELECT count(*) FROM photos p JOIN vehicles v ON v.id = p.vehicle_id
        WHERE v.garage_id = t.id AND p.entry_id IS NULL AND v.hidden & 6 = 0 AND p.hidden & 6 = 0)`,
    ],
    ["garages", "review_count", countVisible("reviews", "garage_id = t.id")],
    ["garages", "rating_sum", "(SELECT coalesce(sum(rating), 0) FROM reviews WHERE hidden = 0 AND garage_id = t.id)"],
    [
      "vehicles",
      "photo_count",
      "(SELECT count(*) FROM photos WHERE vehicle_id = t.id AND entry_id IS NULL AND hidden & 6 = 0)",
    ],
    ["vehicles", "build_count", "(SELECT count(*) FROM build_entries WHERE vehicle_id = t.id AND hidden & 6 = 0)"],
    ["build_entries", "photo_count", "(SELECT count(*) FROM photos WHERE entry_id = t.id AND hidden & 6 = 0)"],
    ["build_entries", "hidden & 16", "(SELECT 16 * (hidden > 0) FROM vehicles WHERE id = t.vehicle_id)"],
    [
      "activities",
      "hidden > 0",
      `((SELECT hidden FROM vehicles WHERE id = t.vehicle_id) > 0 OR (type = 'photos' AND photo_count = 0)
        OR coalesce((SELECT hidden FROM build_entries WHERE id = t.entry_id), 0) > 0)`,
    ],
    ["makes", "vehicle_count", countVisible("vehicles", "make_id = t.id")],
    ["models", "vehicle_count", countVisible("vehicles", "model_id = t.id")],
    [
      "vehicle_years",
      "vehicle_count",
      countVisible("vehicles", "year = t.year AND t.make_id IN (0, make_id) AND t.model_id IN (0, model_id)"),
    ],
    [
      "spellings",
      "vehicle_count",
      countVisible(
        "vehicles",
        "make_id = t.make_id AND iif(t.model_id = 0, make, model) = t.spelling AND t.model_id IN (0, model_id)",
      ),
    ],
    ["vehicles", "like_count", countVisible("likes", "vehicle_id = t.id")],
    ["vehicles", "comment_count", countVisible("comments", "vehicle_id = t.id")],
    ["events", "attendance_count", countVisible("event_attendances", "event_id = t.id")],
    ...["garages", "vehicles", "likes", "comments", "reviews", "event_attendances"].map(
      (table): [string, string, string] => [
        table,
        "hidden & 33",
        "(SELECT 1 - active + 32 * hide_all FROM users WHERE id = t.user_id)",
      ],
    ),
    ["vehicles", "hidden & 16", "(SELECT 16 * (hidden & 6 > 0) FROM garages WHERE id = t.garage_id)"],
    [
      "photos",
      "hidden & 16",
      `16 * ((SELECT hidden FROM vehicles WHERE id = t.vehicle_id) > 0
        OR coalesce((SELECT hidden FROM build_entries WHERE id = t.entry_id), 0) > 0)`,
    ],
    ["follows", "hidden", "(SELECT max(NOT active OR hide_all) FROM users WHERE id IN (t.follower_id, t.followed_id))"],
    [
      "site_totals",
      "total",
      `iif(t.name = 'garages', ${countVisible("garages", "true")}, ${countVisible("vehicles", "true")})`,
    ],
  ];
  return checks.flatMap(([table, column, recount]) =>
    raw
      .prepare(
        `SELECT rowid AS id, ${column} AS stored, ${recount} AS expected FROM ${table} t WHERE ${column} <> ${recount}`,
      )
      .all()
      .map((row) => {
        const { id, stored, expected } = row as Record<string, number>;
        return `${table}.${column} of ${id}: ${stored}, counted ${expected}`;
      }),
  );
}

export function rowCounts(raw: Raw): Record<string, number> {
  const tables = raw
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%fts%'",
    )
    .pluck()
    .all() as string[];
  const counts = tables
    .filter((name) => !name.startsWith("__drizzle"))
    .map((name) => [name, raw.prepare(`SELECT count(*) FROM ${name}`).pluck().get()] as const);
  return Object.fromEntries(counts) as Record<string, number>;
}
