import type Database from "better-sqlite3";
import { modelKey, parseMake } from "~/features/makes/key";
import { toMap } from "~/lib/geo";
import { fold } from "~/lib/text";
import { DAY, now } from "~/lib/time";
import { hashToken, newToken } from "~/lib/tokens.server";
import { type Insert, insertInto } from "../permissions/insert";

/** A user with every kind of content, all texts from one bundle of payloads. */
export interface Scribe {
  token: string;
  email: string;
  user: number;
  /** The user they blocked and muted. */
  avoided: number;
  garage: number;
  vehicle: number;
  photo: number;
  entry: number;
  live: number;
  pending: number;
  rejected: number;
  cancelled: number;
  ticket: number;
  comment: number;
  /** Token of their report. */
  report: string;
  /** A case about their content. */
  caseId: number;
  /** Of that case, as in the mail. */
  key: string;
}

const TOWN = {
  id: 1,
  kind: "town",
  name: "Chichester",
  region: "England",
  country: "GB",
  label: "Chichester, England",
};
const POINT = { lat: 50.84, lng: -0.78 };

/** Writes the bundles to every column with user text, bypassing all checks: output must be safe for any stored text. */
export function fillWithScript(database: Database.Database, bundles: readonly string[]): Scribe[] {
  const insert = insertInto(database);
  return database
    .transaction(() => {
      insert("places", { ...TOWN, ...POINT, ...toMap(POINT) });
      const scribes = bundles.map((text, at) => writeAll(insert, text, at));
      for (const [at, scribe] of scribes.entries())
        meet(insert, scribe, scribes[(at + 1) % scribes.length]!, bundles[at]!);
      return scribes;
    })
    .immediate();
}

const made = () => ({ created_at: now() });
const changed = () => ({ created_at: now(), updated_at: now() });

function writeAll(insert: Insert, text: string, at: number): Scribe {
  const token = newToken();
  // The local part of an address may contain nearly any character.
  const email = `"${text}"@scribe${at}.example`;
  const user = insert("users", {
    ...{ name: text, name_folded: fold(text), email, password_hash: "none", bio: text, location: text },
    ...{ verified_at: now() },
    ...made(),
  });
  const session = { token_hash: hashToken(token), user_agent: text, last_seen_at: now(), expires_at: now() + DAY };
  insert("sessions", { user_id: user, ...session, authenticated_at: now(), ...made() });
  const garage = insert("garages", {
    ...{ user_id: user, name: text, name_folded: fold(text), description: text, location: text, place_text: text },
    ...{ place_id: TOWN.id, is_public_address: 1, address: text, show_on_map: 1 },
    ...changed(),
  });
  const car = { make: text, model: text, year: 1969, condition: text, description: text, story: text };
  const specs = JSON.stringify([{ name: text, value: text }]);
  const owned = { garage_id: garage, user_id: user, search_text: fold(text) };
  const vehicle = insert("vehicles", { ...car, ...filed(insert, text), specs, ...owned, ...changed() });
  const [photo = 0] = [1, 2].map((position) =>
    insert("photos", { vehicle_id: vehicle, photo: "default-vehicle.png", caption: text, position, ...made() }),
  );
  const part = { name: text, maker: text, number: text, url: `https://parts.example/?${text}` };
  const entry = insert("build_entries", {
    ...{ vehicle_id: vehicle, user_id: user, kind: "Modification", title: text, text, date: "2026-05-01" },
    ...{ mileage: 5, unit: text, status: text, area: text, cost: 500, currency: "EUR", cost_is_public: 1 },
    parts: JSON.stringify([part]),
    ...changed(),
  });
  const entryPhoto = { vehicle_id: vehicle, entry_id: entry, photo: "default-vehicle.png", caption: text, position: 1 };
  insert("photos", { ...entryPhoto, ...made() });
  const [live = 0, pending = 0, rejected = 0] = ["approved", "pending", "rejected"].map((status) =>
    insert("events", { ...eventOf(text), user_id: user, status, rejection_reason: text }),
  );
  const { title_folded: _, place_text: __, place_id: ___, ...change } = eventOf(text);
  insert("event_changes", { event_id: live, ...change, title: `${text} `, rejection_reason: text });
  const off = { status: "approved", cancelled_at: now(), cancel_reason: text };
  const cancelled = insert("events", { ...eventOf(text), user_id: user, ...off });
  const about = `/search?q=${text.replace(/[\\\s]/g, "+")}`;
  const request = { category: "Bug Report", subject: text, subject_folded: fold(text), description: text, about };
  const ticket = insert("tickets", { user_id: user, ...request, name: text, email, ...changed() });
  insert("ticket_replies", { ticket_id: ticket, author_id: user, author_name: text, text, ...made() });
  const told = { user_id: user, detail: "approved", ...made() };
  insert("notifications", { kind: "decision", event_id: live, ...told });
  insert("notifications", { kind: "ticket", ticket_id: ticket, ...told });
  const values = { name: text, email: `applicant${at}@scribe.example`, password_hash: "none", answer: text, ...made() };
  insert("applications", values);
  insert("audit_log", {
    ...{ actor_id: user, actor_name: text, action: "user.deactivate", subject_type: "user", subject_id: text },
    ...{ before: JSON.stringify({ name: text }), after: JSON.stringify({ [text]: text }), reason: text },
    ...made(),
  });
  const avoided = avoid(insert, user, text, at);
  const shown = { garage, vehicle, photo, entry, live, pending, rejected, cancelled };
  return { token, email, user, avoided, ...shown, ticket, comment: 0, ...report(insert, user, vehicle, text) };
}

/** Their report, with a case that has the text in every written field. @returns its token, and the case */
function report(insert: Insert, user: number, vehicle: number, text: string) {
  const about = {
    kind: "vehicle",
    thing_id: vehicle,
    about: `/vehicles/${vehicle}`,
    person_id: user,
    person_name: text,
  };
  const decided = { state: "appealed", measure: "warn", rule: text, facts: text, decided_at: now(), objection: text };
  const key = newToken();
  const snapshot = JSON.stringify({ title: text, story: text });
  const values = { ...about, ...decided, outcome_facts: text, snapshot, report_count: 1, key, ...made() };
  const case_id = insert("cases", values);
  insert("case_notes", { case_id, author_id: user, author_name: text, text, ...made() });
  const token = newToken();
  const who = { reporter_id: user, name: text, email: "vic@scribe.example" };
  insert("reports", { case_id, ...who, reason: "illegal", text, law: text, token, ...made() });
  return { report: token, caseId: case_id, key };
}

/** The catalogue entry of the make and model; each bundle is a separate make. */
function filed(insert: Insert, text: string) {
  const make_id = insert("makes", { key: parseMake(text).key, name: text });
  const model_id = insert("models", { make_id, key: modelKey(text), name: text });
  for (const of of [0, model_id]) insert("spellings", { make_id, model_id: of, spelling: text, is_alias: 0 });
  return { make_id, model_id };
}

const eventOf = (text: string) => ({
  title: text,
  title_folded: fold(text),
  start_date: "2031-05-01T17:00",
  end_date: "2031-05-01T22:30",
  location: text,
  place_text: text,
  place_id: TOWN.id,
  category: "Club Meetup",
  url: `https://events.example/?${text}`,
  short_description: text,
  full_description: text,
  ...changed(),
});

/** One user's comments, reviews and the like on another's content. */
function meet(insert: Insert, from: Scribe, to: Scribe, text: string): void {
  from.comment = insert("comments", { vehicle_id: to.vehicle, user_id: from.user, text, ...made() });
  const comment = { vehicle_id: to.vehicle, comment_id: from.comment };
  insert("notifications", { user_id: to.user, kind: "comment", actor_id: from.user, ...comment, ...made() });
  insert("reviews", { garage_id: to.garage, user_id: from.user, rating: 5, review: text, ...changed() });
  const held = insert("comments", { vehicle_id: to.vehicle, user_id: from.user, text, hidden: 4, ...made() });
  insert("holds", { user_id: from.user, kind: "comment", thing_id: held, ...made() });
  const texts = JSON.stringify({ bio: text, location: text });
  insert("holds", { user_id: from.user, kind: "profile", thing_id: from.user, texts, reason: text, ...made() });
  insert("likes", { vehicle_id: to.vehicle, user_id: from.user, ...made() });
  insert("follows", { follower_id: from.user, followed_id: to.user, ...made() });
  insert("event_attendances", { event_id: to.live, user_id: from.user, vehicle_id: from.vehicle, ...made() });
}

/** A user named by the text, blocked and muted by `user`. @returns their id */
function avoid(insert: Insert, user: number, text: string, at: number): number {
  const who = { name: text, name_folded: fold(text), email: `avoided${at}@scribe.example`, password_hash: "none" };
  const other = insert("users", { ...who, verified_at: now(), ...made() });
  insert("blocks", { user_id: user, other_id: other, kind: "block", ...made() });
  insert("blocks", { user_id: user, other_id: other, kind: "mute", ...made() });
  return other;
}
