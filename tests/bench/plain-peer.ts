// The peer L, the limit: `node:http`, prepared statements and template strings. It shows one page, a vehicle's, with
// the same visible text as the site's, answers three of the API's reads, and does two of the site's writes. It knows no
// session, no rights and no limits.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, constants } from "node:zlib";
import Database from "better-sqlite3";
import { accountJson, vehicleJson } from "./plain-json";
import { vehiclePage } from "./plain-page";

// With `brotli` as third argument it compresses what it sends, as quickly as brotli goes.
const [databaseFile = "", frameFile = "", encoding = ""] = process.argv.slice(2);
const database = new Database(databaseFile);
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.pragma("foreign_keys = ON");

const [before = "", after = ""] = frameFile === "" ? [] : readFileSync(frameFile, "utf8").split("<!-- main -->");
const page = vehiclePage(database, before, after);
const json = vehicleJson(database);
const account = accountJson(database);

const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

function showVehicle(id: number, request: IncomingMessage, response: ServerResponse): void {
  const html = page(id);
  const etag = `"${createHash("sha1").update(html).digest("base64url")}"`;
  if (request.headers["if-none-match"] === etag) {
    response.writeHead(304, { ETag: etag }).end();
    return;
  }
  const body = encoding === "brotli" ? brotliCompressSync(html, QUICKLY) : Buffer.from(html);
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Length": body.length, ETag: etag };
  response.writeHead(200, encoding === "brotli" ? { ...headers, "Content-Encoding": "br" } : headers).end(body);
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

function write(vehicle: number, what: string, body: Record<string, unknown>): unknown {
  if (what === "comments") {
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
  if (address.startsWith("/api/")) return showJson(id === "" ? json.latest() : json.one(Number(id)), response);
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
