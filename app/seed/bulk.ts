import { sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { loadExclusively, type SuspendedSchema, suspendIndexes } from "./bulk-load";
import { nextId } from "./insert";

/** Replaces triggers by statements for all rows. */
interface Recount {
  triggers: string[];
  /** Run after the indexes of earlier tables are rebuilt, but before those of this one. */
  statements: string[];
}

const countChanges = (table: string, condition: string): Recount => ({
  triggers: [`${table}_public_insert`],
  statements: [`UPDATE public_changes SET version = version + (SELECT count(*) FROM ${table} WHERE ${condition})`],
});

const countTotal = (table: string): Recount => ({
  triggers: [`${table}_total_insert`],
  statements: [
    `UPDATE site_totals SET total = total + (SELECT count(*) FROM ${table} WHERE hidden = 0) WHERE name = '${table}'`,
  ],
});

const indexWords = (index: string, table = index): Recount => ({
  triggers: [`${index}_fts_insert`],
  statements: [`INSERT INTO ${index}_fts (${index}_fts) SELECT 'rebuild' WHERE EXISTS (SELECT 1 FROM ${table})`],
});

/** The tables that grow with a run, counted tables first. Other triggers stay active. */
const TABLES: Record<string, Recount[]> = {
  activities: [],
  photos: [countChanges("photos", "hidden = 0")],
  likes: [countChanges("likes", "hidden = 0")],
  comments: [countChanges("comments", "hidden = 0")],
  build_entries: [countChanges("build_entries", "hidden = 0")],
  follows: [countChanges("follows", "hidden = 0")],
  vehicles: [
    countChanges("vehicles", "hidden = 0"),
    countTotal("vehicles"),
    indexWords("vehicles"),
    {
      triggers: ["vehicle_photo_insert", "build_entries_count_insert", "likes_count_insert", "comments_count_insert"],
      statements: [
        `UPDATE vehicles SET
          photo_count = (SELECT count(*) FROM photos WHERE vehicle_id = vehicles.id AND entry_id IS NULL),
          build_count = (SELECT count(*) FROM build_entries WHERE vehicle_id = vehicles.id),
          like_count = (SELECT count(*) FROM likes WHERE vehicle_id = vehicles.id AND hidden = 0),
          comment_count = (SELECT count(*) FROM comments WHERE vehicle_id = vehicles.id AND hidden = 0)`,
      ],
    },
    {
      triggers: ["garage_vehicle_insert", "garage_photo_count"],
      statements: [
        `UPDATE garages SET vehicle_count = parked.vehicles, photo_count = parked.photos
        FROM (SELECT garage_id, count(*) AS vehicles, sum(photo_count) AS photos FROM vehicles GROUP BY 1) AS parked
        WHERE parked.garage_id = garages.id`,
      ],
    },
    {
      triggers: ["vehicles_filed_insert"],
      statements: [
        `INSERT INTO filed_vehicles
        SELECT count(*), min(id), make_id, model_id, make, model, year FROM vehicles WHERE hidden = 0
        GROUP BY make_id, model_id, make, model, year`,
      ],
    },
  ],
  garages: [countChanges("garages", "hidden = 0"), countTotal("garages"), indexWords("garages")],
  users: [
    countChanges("users", "active = 1 AND verified_at IS NOT NULL"),
    indexWords("users"),
    indexWords("users_email", "users"),
    {
      triggers: ["follows_count_insert"],
      statements: [
        `UPDATE users SET follower_count = fans.count
        FROM (SELECT followed_id, count(*) AS count FROM follows WHERE hidden = 0 GROUP BY 1) AS fans
        WHERE fans.followed_id = users.id`,
      ],
    },
  ],
};

/**
 * `fill` adds sample data and looks up rows by id only. In an empty database without other processes, it runs in one
 * transaction, without most indexes and triggers; their result is computed at the end.
 * @param report called when the rows are written
 */
export function loadInBulk<T>(fill: () => Promise<T>, report: (line: string) => void): Promise<T> {
  if (nextId("users") > 1) return fill();
  return loadExclusively(async () => {
    const recounts = Object.values(TABLES).flat();
    const schema = suspendIndexes(
      Object.keys(TABLES),
      recounts.flatMap(({ triggers }) => triggers),
    );
    const result = await fill();
    report("counts and indexes");
    restoreSchema(schema);
    return result;
  }, fill);
}

function restoreSchema(schema: SuspendedSchema): void {
  for (const [table, recounts] of Object.entries(TABLES)) {
    for (const statement of recounts.flatMap(({ statements }) => statements)) db().run(sql.raw(statement));
    schema.restoreIndexes(table);
  }
  schema.restoreTriggers();
}
