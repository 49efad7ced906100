// The peer L, the limit: `node:http`, prepared statements and template strings, without sessions, permissions or
// limits. It renders a vehicle's page with the site's visible text, three of the API's reads and two writes.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Database from "better-sqlite3";
import type { comments, users, vehicles } from "~/db/schema";

/** Without drizzle's conversions. */
type Row = Omit<typeof vehicles.$inferSelect, "specs"> & { specs: string; garageName: string };
type UserRow = Omit<typeof users.$inferSelect, "active"> & {
  active: number;
  garageId: number | null;
  garageName: string | null;
};

const PER_PAGE = 20;

function vehicleJson(database: Database.Database): { latest: () => string; one: (id: number) => string } {
  const columns = `v.id, v.make, v.model, v.year, v.description, v.story, v.condition, v.cover_photo AS coverPhoto,
    v.like_count AS likeCount, v.comment_count AS commentCount, v.build_count AS buildCount, v.specs, v.garage_id AS garageId, g.name AS garageName,
    v.user_id AS userId, v.created_at AS createdAt FROM vehicles v LEFT JOIN garages g ON g.id = v.garage_id`;
  const latest = database.prepare(
    `SELECT ${columns} WHERE v.hidden = 0 ORDER BY v.created_at DESC, v.id DESC LIMIT ${PER_PAGE}`,
  );
  const byId = database.prepare(`SELECT ${columns} WHERE v.id = ? AND v.hidden = 0`);
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
    buildCount: row.buildCount,
    specs: JSON.parse(row.specs),
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
    one: (id) => JSON.stringify({ status: "success", data: { doc: shape(byId.get(id) as Row) } }),
  };
}

/** Without authentication. */
function accountJson(database: Database.Database): (id: number) => string {
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

type Vehicle = typeof vehicles.$inferSelect & { garageName: string; ownerName: string };
type Comment = Pick<typeof comments.$inferSelect, "id" | "text" | "createdAt"> & {
  authorId: number;
  authorName: string;
  avatar: string;
};

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const text = (value: unknown) => String(value).replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);
const count = (many: number, singular: string) => `${many} ${singular}${many === 1 ? "" : "s"}`;
const paragraphs = (value: string) => value.split(/\n{2,}/).map((part) => `<p>${text(part)}</p>`);

const MONTHS = "January February March April May June July August September October November December".split(" ");

function date(time: number): string {
  const day = new Date(time);
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}

const comment = ({ text: commentText, createdAt, authorId, authorName, avatar }: Comment): string =>
  `<li><img src="/img/users/${avatar}?w=96" width="40" height="40" alt=""><a href="/profile/${authorId}">${text(authorName)}</a><time>${date(createdAt)}</time><p>${text(commentText)}</p><a href="/toolbox">Report <span>the comment by ${text(authorName)}</span></a></li>`;

function share(id: number, title: string): string {
  const [url, words] = [encodeURIComponent(`http://localhost/vehicles/${id}`), encodeURIComponent(title)];
  const targets = [
    ["Email", `mailto:?subject=${words}&body=${url}`],
    ["WhatsApp", `https://wa.me/?text=${words}%20${url}`],
    ["Facebook", `https://www.facebook.com/sharer/sharer.php?u=${url}`],
    ["X", `https://x.com/intent/post?text=${words}&url=${url}`],
    ["Reddit", `https://www.reddit.com/submit?title=${words}&url=${url}`],
  ].map(([name, to]) => `<li><a href="${text(to)}">${name}</a></li>`);
  return `<details><summary>Share</summary><ul>${targets.join("")}</ul></details>`;
}

/**
 * For a visitor, without events.
 * @param before, after the site's header and footer
 */
function vehiclePage(database: Database.Database, before: string, after: string): (id: number) => string {
  const vehicleById = database.prepare(
    `SELECT v.id, v.year, v.make, v.model, v.condition, v.description, v.story, v.cover_photo AS coverPhoto,
       v.like_count AS likeCount, v.comment_count AS commentCount, g.id AS garageId, g.name AS garageName, u.name AS ownerName
     FROM vehicles v JOIN garages g ON g.id = v.garage_id JOIN users u ON u.id = v.user_id WHERE v.id = ? AND v.hidden = 0`,
  );
  const photosOf = database.prepare("SELECT id, photo, caption FROM photos WHERE vehicle_id = ? ORDER BY position");
  const commentsOf = database.prepare(
    `SELECT c.id, c.text, c.created_at AS createdAt, u.id AS authorId, u.name AS authorName, u.avatar FROM comments c
     JOIN users u ON u.id = c.user_id WHERE c.vehicle_id = ? AND c.hidden = 0 ORDER BY c.id LIMIT 20`,
  );
  const details = (rows: [string, unknown][]) =>
    rows.map(([term, of]) => `<dt>${term}</dt><dd>${text(of)}</dd>`).join("");

  return (id) => {
    const vehicle = vehicleById.get(id) as Vehicle;
    const photos = photosOf.all(id) as { id: number; photo: string; caption: string }[];
    const comments = commentsOf.all(id) as Comment[];
    const name = text(`${vehicle.year} ${vehicle.make} ${vehicle.model}`);
    const story = vehicle.story === "" ? "" : `<h2>The story</h2>${paragraphs(vehicle.story).join("")}`;
    return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${name}</title></head><body>${before}<main id="main">
<a href="/vehicles/${id}"><img src="/img/photos/${vehicle.coverPhoto}?w=1600" alt=""></a>
<a href="/garages/${vehicle.garageId}">${text(vehicle.garageName)}</a><h1><span>${vehicle.year}</span> ${text(vehicle.make)} ${text(vehicle.model)}</h1>
<p>Shown by <a href="/garages/${vehicle.garageId}">${text(vehicle.ownerName)}</a></p>
<form method="post" action="/vehicles/${id}/like"><button>Like</button><span>${count(vehicle.likeCount, "like")}</span></form>${share(id, `${vehicle.year} ${vehicle.make} ${vehicle.model}`)}
<a href="#comments">${count(vehicle.commentCount, "comment")}</a><a href="/toolbox">Report <span>${name}</span></a>
<p>${text(vehicle.description)}</p>${story}
<h2>Details</h2><dl>${details([
      ["Make", vehicle.make],
      ["Model", vehicle.model],
      ["Year", vehicle.year],
      ["Condition", vehicle.condition === "" ? "Not stated" : vehicle.condition],
    ])}</dl>
<h2>Gallery</h2><ul>${photos
      .map(({ id: photo, photo: file, caption }) => {
        const words = caption === "" ? "" : `<p>${text(caption)}</p>`;
        return `<li><a href="/vehicles/${id}/photos/${photo}"><img loading="lazy" src="/img/photos/${file}?w=400" alt="${text(caption)}"></a>${words}</li>`;
      })
      .join("")}</ul>
<h2>Comments (${vehicle.commentCount})</h2><ol>${comments.map(comment).join("")}</ol><p><a href="/login">Log in</a> to join the conversation.</p></main>${after}</body></html>`;
  };
}

const [databaseFile = "", frameFile = ""] = process.argv.slice(2);
const database = new Database(databaseFile);
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.pragma("foreign_keys = ON");

const [before = "", after = ""] = frameFile === "" ? [] : readFileSync(frameFile, "utf8").split("<!-- main -->");
const page = vehiclePage(database, before, after);
const json = vehicleJson(database);
const account = accountJson(database);

function showVehicle(id: number, request: IncomingMessage, response: ServerResponse): void {
  const html = page(id);
  const etag = `"${createHash("sha1").update(html).digest("base64url")}"`;
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304, { ETag: etag }).end();
    return;
  }
  const body = Buffer.from(html);
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Length": body.length, ETag: etag };
  response.writeHead(200, headers).end(body);
}

function showJson(text: string, response: ServerResponse): void {
  const body = Buffer.from(text);
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length }).end(body);
}

const insertComment = database.prepare(
  "INSERT INTO comments (vehicle_id, user_id, text, created_at) VALUES (?, ?, ?, ?) RETURNING id",
);
const insertLike = database.prepare("INSERT OR IGNORE INTO likes (vehicle_id, user_id, created_at) VALUES (?, ?, ?)");
const deleteLike = database.prepare("DELETE FROM likes WHERE vehicle_id = ? AND user_id = ?");
const likeCount = database.prepare("SELECT like_count AS likeCount FROM vehicles WHERE id = ?");
const USER = 1;

function write(vehicle: number, kind: string, body: Record<string, unknown>): unknown {
  if (kind === "comments") {
    const row = insertComment.get(vehicle, USER, body.text, Date.now()) as { id: number };
    return { id: row.id, text: body.text };
  }
  if (body.liked === true) insertLike.run(vehicle, USER, Date.now());
  else deleteLike.run(vehicle, USER);
  return { liked: body.liked, ...(likeCount.get(vehicle) as object) };
}

const server = createServer((request, response) => {
  const address = request.url ?? "";
  const [, id = "", what = ""] = /\/vehicles\/(\d+)\/?(\w*)$/.exec(address) ?? [];
  if (address === "/api/v1/users/me") return showJson(account(USER), response);
  if (address.startsWith("/api/") && request.method === "GET")
    return showJson(id === "" ? json.latest() : json.one(Number(id)), response);
  if (request.method === "GET") return showVehicle(Number(id), request, response);
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const answer = JSON.stringify(write(Number(id), what, JSON.parse(Buffer.concat(chunks).toString())));
    const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(answer) };
    response.writeHead(what === "comments" ? 201 : 200, headers).end(answer);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
