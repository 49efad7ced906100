import type Database from "better-sqlite3";

interface Row {
  id: number;
  make: string;
  model: string;
  year: number;
  description: string;
  story: string;
  condition: string;
  coverPhoto: string | null;
  likeCount: number;
  commentCount: number;
  garageId: number;
  garageName: string;
  userId: number;
  createdAt: number;
}

const PER_PAGE = 20;

/**
 * What the API says of the newest vehicles and of one, as text, from prepared statements: the members and words that
 * the site has, without envelope checks, rights or limits.
 */
export function vehicleJson(database: Database.Database): { latest: () => string; one: (id: number) => string } {
  const columns = `v.id, v.make, v.model, v.year, v.description, v.story, v.condition, v.cover_photo AS coverPhoto,
    v.like_count AS likeCount, v.comment_count AS commentCount, v.garage_id AS garageId, g.name AS garageName,
    v.user_id AS userId, v.created_at AS createdAt FROM vehicles v LEFT JOIN garages g ON g.id = v.garage_id`;
  const latest = database.prepare(
    `SELECT ${columns} WHERE v.hidden = 0 ORDER BY v.created_at DESC, v.id DESC LIMIT ${PER_PAGE}`,
  );
  const one = database.prepare(`SELECT ${columns} WHERE v.id = ? AND v.hidden = 0`);
  const photos = database.prepare("SELECT id, photo, caption FROM photos WHERE vehicle_id = ? ORDER BY position, id");
  const likes = database.prepare("SELECT user_id AS userId FROM likes WHERE vehicle_id = ? AND hidden = 0").pluck();
  const total = database.prepare("SELECT total FROM site_totals WHERE name = 'vehicles'").pluck();

  const shape = (row: Row) => ({
    _id: String(row.id),
    make: row.make,
    model: row.model,
    year: row.year,
    description: row.description,
    story: row.story,
    condition: row.condition,
    coverPhoto: row.coverPhoto ?? "default-vehicle.png",
    photos: (photos.all(row.id) as { id: number; photo: string; caption: string }[]).map(({ id, photo, caption }) => ({
      _id: String(id),
      photo,
      caption,
    })),
    likes: likes.all(row.id).map(String),
    likeCount: row.likeCount,
    commentCount: row.commentCount,
    garage: { _id: String(row.garageId), name: row.garageName, user: String(row.userId) },
    user: String(row.userId),
    createdAt: new Date(row.createdAt).toISOString(),
  });

  return {
    latest() {
      const rows = (latest.all() as Row[]).map(shape);
      const counts = { results: rows.length, total: total.get(), page: 1, limit: PER_PAGE };
      return JSON.stringify({ status: "success", ...counts, data: { data: rows } });
    },
    one: (id) => JSON.stringify({ status: "success", data: { doc: shape(one.get(id) as Row) } }),
  };
}

interface UserRow {
  id: number;
  name: string;
  avatar: string;
  bio: string;
  location: string;
  followerCount: number;
  createdAt: number;
  email: string;
  role: string;
  active: number;
  garageId: number | null;
  garageName: string | null;
}

/** What the API says to a person of their own account, as text; who asks is not looked at. */
export function accountJson(database: Database.Database): (id: number) => string {
  const person = database.prepare(
    `SELECT u.id, u.name, u.avatar, u.bio, u.location, u.follower_count AS followerCount, u.created_at AS createdAt,
       u.email, u.role, u.active, g.id AS garageId, g.name AS garageName
     FROM users u LEFT JOIN garages g ON g.user_id = u.id WHERE u.id = ?`,
  );
  const following = database
    .prepare(
      "SELECT followed_id AS id FROM follows WHERE follower_id = ? AND hidden = 0 ORDER BY follower_id, created_at, rowid",
    )
    .pluck();
  const followers = database.prepare("SELECT follower_id FROM follows WHERE followed_id = ? AND hidden = 0").pluck();
  return (id) => {
    const { id: _, garageId, garageName, createdAt, active, ...members } = person.get(id) as UserRow;
    const user = {
      _id: String(id),
      ...members,
      following: following.all(id).map(String),
      followers: followers.all(id).map(String),
      createdAt: new Date(createdAt).toISOString(),
      active: active === 1,
      garage: garageId === null ? null : { _id: String(garageId), name: garageName },
    };
    return JSON.stringify({ status: "success", data: { user } });
  };
}
