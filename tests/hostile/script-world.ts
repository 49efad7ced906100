import type Database from "better-sqlite3";
import { modelKey, parseMake } from "~/features/makes/key";
import { toMap } from "~/lib/geo";
import { fold } from "~/lib/text";
import { now } from "~/lib/time";
import { insertInto } from "../permissions/insert";
import { World } from "../permissions/world";
import { PAGES } from "../support/addresses";

const POINT = { lat: 50.84, lng: -0.78 };
const TOWN = {
  ...{ id: 1, kind: "town", name: "Chichester", region: "England", country: "GB", label: "Chichester, England" },
  ...{ ...POINT, ...toMap(POINT) },
};

/** Columns of user text; see `othersOf` for the rest. */
const TEXTS: Readonly<Record<string, string>> = {
  users: "name bio location",
  sessions: "user_agent",
  garages: "name description location place_text address",
  vehicles: "make model condition description story",
  photos: "caption held_caption",
  build_entries: "title text unit status area",
  events: "title location place_text short_description full_description rejection_reason cancel_reason",
  event_changes: "location short_description full_description rejection_reason",
  tickets: "subject description name",
  ticket_replies: "author_name text",
  applications: "name answer",
  cases: "person_name rule facts objection outcome_facts",
  case_notes: "author_name text",
  reports: "name text law",
  comments: "text",
  reviews: "review",
};

/** Nearly any character is valid in an address. */
const addressOf = (text: string) => `"${text}"@scribe.example`;

const linkTo = (host: string, text: string) => `https://${host}.example/?${text}`;

/** Other forms of the text, and values that make a row visible. */
const othersOf = (text: string, at: number): Record<string, Record<string, string | number>> => ({
  users: { name_folded: fold(text) },
  garages: { name_folded: fold(text), place_id: TOWN.id, is_public_address: 1, show_on_map: 1 },
  vehicles: { search_text: fold(text), specs: JSON.stringify([{ name: text, value: text }]) },
  photos: { photo: "default-vehicle.png" },
  build_entries: {
    ...{ mileage: 5, cost: 500, currency: "EUR", cost_is_public: 1 },
    parts: JSON.stringify([{ name: text, maker: text, number: text, url: linkTo("parts", text) }]),
  },
  events: { title_folded: fold(text), place_id: TOWN.id, url: linkTo("events", text) },
  event_changes: { title: `${text} `, url: linkTo("events", text) },
  tickets: {
    subject_folded: fold(text),
    email: `${addressOf(text)}.${at}`,
    about: `/search?q=${text.replace(/[\\\s]/g, "+")}`,
  },
  cases: { snapshot: JSON.stringify({ title: text, story: text }) },
});

/** Subjects of pages, and more on these pages. */
const THINGS = [
  ...new Set(PAGES.flatMap(({ urls }) => urls.flatMap((visit) => visit.match(/(?<=:)\w+/g) ?? []))),
  ...["entryPhotoId", "guestCommentId", "guestReviewId", "rejectedEventId", "cancelledEventId", "appealedCaseId"],
] as (keyof World)[];

/** Bypasses all checks: output must be safe for any stored text. */
export function fillWithScript(database: Database.Database, bundles: readonly string[]): World[] {
  insertInto(database)("places", TOWN);
  return database.transaction(() => bundles.map((text, index) => writeAll(database, text, index))).immediate();
}

/** @returns the world of a user with all content, texts from one bundle */
function writeAll(database: Database.Database, text: string, at: number): World {
  const insert = insertInto(database);
  const last = (table: string) =>
    database.prepare(`SELECT coalesce(max(rowid), 0) FROM ${table}`).pluck().get() as number;
  const before = new Map(Object.keys(TEXTS).map((table) => [table, last(table)]));
  const world = new World({ insert, passwordHash: "none", switchOff: () => 0 }, "owner");
  for (const thing of THINGS) void world[thing];
  const { ownerId: user, neighbourId: neighbour, vehicleId: vehicle, ticketId: ticket, changedEventId: live } = world;
  const time = { created_at: now() };
  insert("ticket_replies", { ticket_id: ticket, author_id: user, author_name: "", text: "", ...time });
  insert("case_notes", { case_id: world.appealedCaseId, author_id: user, author_name: "", text: "", ...time });
  insert("audit_log", {
    ...{ actor_id: user, actor_name: text, action: "user.deactivate", subject_type: "user", subject_id: text },
    ...{ before: JSON.stringify({ name: text }), after: JSON.stringify({ [text]: text }), reason: text, ...time },
  });
  const toOwner = { user_id: user, ...time };
  insert("notifications", { kind: "decision", event_id: live, detail: "approved", ...toOwner });
  insert("notifications", { kind: "ticket", ticket_id: ticket, detail: "approved", ...toOwner });
  const guest = { actor_id: neighbour, vehicle_id: vehicle, comment_id: world.guestCommentId };
  insert("notifications", { kind: "comment", ...guest, ...toOwner });
  for (const kind of ["block", "mute"])
    insert("blocks", { user_id: user, other_id: world.activeUserId, kind, ...time });
  const texts = JSON.stringify({ bio: text, location: text });
  insert("holds", { user_id: user, kind: "profile", thing_id: user, texts, reason: text, ...time });
  insert("likes", { vehicle_id: vehicle, user_id: neighbour, ...time });
  insert("follows", { follower_id: user, followed_id: neighbour, ...time });
  insert("event_attendances", { event_id: live, user_id: user, vehicle_id: vehicle, ...time });
  const others = othersOf(text, at);
  others.vehicles = { ...others.vehicles, ...insertModel(database, text) };
  for (const [table, columns] of Object.entries(TEXTS)) {
    const values = { ...Object.fromEntries(columns.split(" ").map((name) => [name, text])), ...others[table] };
    const set = Object.keys(values).map((name) => `${name} = @${name}`);
    database.prepare(`UPDATE ${table} SET ${set} WHERE rowid > @last`).run({ ...values, last: before.get(table)! });
  }
  const addresses = database.prepare("UPDATE users SET email = ? || id WHERE id > ?");
  addresses.run(`${addressOf(text)}.`, before.get("users"));
  return world;
}

/** A separate make per bundle. */
function insertModel(database: Database.Database, text: string) {
  const insert = insertInto(database);
  const make_id = insert("makes", { key: parseMake(text).key, name: text });
  const model_id = insert("models", { make_id, key: modelKey(text), name: text });
  for (const id of [0, model_id]) insert("spellings", { make_id, model_id: id, spelling: text, is_alias: 0 });
  return { make_id, model_id };
}
