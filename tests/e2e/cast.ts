import { DAY, HOUR, now } from "~/lib/time";
import { hashToken, newToken } from "~/lib/tokens.server";
import { insertInto } from "../permissions/insert";
import type { Person } from "../support/addresses";
import { turnOnSecondStep } from "../support/authenticator";
import { GOOD_EVENT } from "../support/good-event";
import { linkTokenOf, newPerson } from "../support/members";
import type { TestSite } from "../support/site";

/** The user of a window; also a user without a garage, and one between password and code. */
export type Who = Person | "newcomer" | "half in";

/** The ids of users and their things. */
export interface Cast {
  /** The member with the fullest garage; the next one if that garage or account has been deleted. */
  readonly member: number;
  admin: number;
  /** Without a garage. */
  newcomer: number;
  /** Logs in with a code. */
  withCode: { email: string; password: string };
  /** Of a pending report. */
  tokenOfReport: string;
  /** Of the link in a decision's mail. */
  keyOfDecision: string;
  /** The member's, as in their mails. */
  unsubscribeKey: string;
  /** A new link each time, as in a sign-up mail and a password mail. */
  linkOfSignUp(): string;
  linkToReset(): string;
  /** Makes the member review every other garage again after deletions. */
  reviewAll(): void;
  /** Queries the current database: a press may have deleted rows. */
  one(sql: string, ...values: unknown[]): number;
}

/** The number of things that a press may delete. */
const PLENTY = 8;

/** Creates an admin, and everything missing from the sample data. */
export async function fill(site: TestSite): Promise<Cast> {
  const { database } = site;
  const withCode = await site.signUp("Sia Second");
  await turnOnSecondStep(withCode.browser);
  const pending = newPerson("pat.pending@example.com", "Pat Pending");
  await site.visitor().submit("/signup", pending);
  const insert = insertInto(database);
  const one: Cast["one"] = (sql, ...values) => {
    const found = database
      .prepare(sql)
      .pluck()
      .get(...values);
    if (typeof found !== "number") throw new Error(`nothing: ${sql}`);
    return found;
  };
  const fullest = "SELECT user_id FROM vehicles WHERE user_id <> ? GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1";
  let member = one(fullest, 0);
  const admin = one("SELECT user_id FROM garages WHERE user_id <> ? ORDER BY 1 LIMIT 1", member);
  database.prepare("UPDATE users SET role = 'admin' WHERE id = ?").run(admin);
  const { startDate, endDate, shortDescription, fullDescription, ...rest } = GOOD_EVENT;
  const times = { created_at: now(), updated_at: now() };
  const event = {
    ...rest,
    ...{ title_folded: rest.title.toLowerCase(), place_text: rest.location, start_date: startDate, end_date: endDate },
    ...{ short_description: shortDescription, full_description: fullDescription, ...times },
  };
  const guest = one("SELECT id FROM users WHERE id NOT IN (?, ?) ORDER BY 1 LIMIT 1", member, admin);
  const theirs = one("SELECT id FROM vehicles WHERE user_id = ? LIMIT 1", guest);
  const text = "# Who\n\nOlga, of [this site](/about-us).";
  for (const kind of ["imprint", "privacy", "terms"]) insert("site_texts", { kind, text, created_at: now() });
  for (let at = 0; at < PLENTY; at++) {
    for (const status of ["approved", "pending", "rejected"]) insert("events", { ...event, status, user_id: member });
    const changed = { ...event, title: "Evening with a change", status: "approved", user_id: member };
    insert("event_changes", { event_id: insert("events", changed), title: "Water-Cooled Evening", ...times });
    const ask = { category: "Bug Report", subject: "Horn", description: "Sounds by itself.", ...times };
    for (const user_id of [member, admin]) {
      const ticket_id = insert("tickets", { ...ask, user_id });
      insert("notifications", { user_id, kind: "ticket", ticket_id, created_at: now() });
    }
    insert("cases", {
      ...{
        kind: "vehicle",
        thing_id: theirs + at,
        about: `/vehicles/${theirs}`,
        person_id: member,
        person_name: "Member",
      },
      ...{ state: "decided", measure: "warn", rule: "Be kind", facts: "You were not kind at all.", decided_at: now() },
      ...{ snapshot: JSON.stringify({ title: "A fine thing" }), created_at: now() },
    });
    insert("invites", { user_id: admin, token: `invite-${at}`, uses: 3, ends_at: now() + DAY, created_at: now() });
    const applicant = {
      name: "Ann Applicant",
      email: `ann${at}@example.com`,
      password_hash: "-",
      answer: "I like cars.",
    };
    insert("applications", { ...applicant, created_at: now() });
    insert("comments", { vehicle_id: theirs, user_id: member, text: "A fine thing.", created_at: now() });
    const held = { vehicle_id: theirs, user_id: member, text: "See www.example.com", hidden: 4, created_at: now() };
    insert("holds", { user_id: member, kind: "comment", thing_id: insert("comments", held), created_at: now() });
  }
  const reviewing = database.prepare(
    `INSERT OR IGNORE INTO reviews (garage_id, user_id, rating, review, created_at, updated_at)
     SELECT id, @member, 5, 'A fine place.', @at, @at FROM garages WHERE user_id <> @member`,
  );
  const reviewAll = () => void reviewing.run({ member, at: now() });
  reviewAll();
  const newcomer = insert("users", {
    ...{ name: "Nora New", name_folded: "nora new", email: "nora@example.com", password_hash: "-" },
    ...{ verified_at: now(), created_at: now() },
  });
  const room = one("SELECT id FROM garages WHERE user_id = ?", guest);
  const thing = { kind: "garage", thing_id: room, about: `/garages/${room}`, snapshot: "{}" };
  const person = { person_id: guest, person_name: "Gus Guest", report_count: 1 };
  const case_id = insert("cases", { ...thing, ...person, created_at: now() });
  const tokenOfReport = newToken();
  const report = { reason: "spam", text: "Sells watches.", name: "Vic", email: "vic@example.com" };
  insert("reports", { case_id, ...report, token: tokenOfReport, created_at: now() });
  const keyOfDecision = newToken();
  const decision = { state: "decided", measure: "warn", rule: "Be kind", facts: "You were not kind at all." };
  insert("cases", { ...thing, ...person, ...decision, decided_at: now(), key: keyOfDecision, created_at: now() });
  const unsubscribeKey = newToken().slice(0, 22);
  database.prepare("UPDATE users SET unsubscribe_key = ? WHERE id = ?").run(unsubscribeKey, member);
  const linkToReset = () => {
    const token = newToken();
    const what = { user_id: guest, purpose: "reset-password", token_hash: hashToken(token) };
    insert("mail_tokens", { ...what, created_at: now(), expires_at: now() + HOUR });
    return token;
  };
  const hasVehicles = database.prepare("SELECT 1 FROM vehicles WHERE user_id = ?");
  return {
    get member() {
      if (!hasVehicles.get(member)) member = one(fullest, admin);
      return member;
    },
    ...{ admin, newcomer, withCode, tokenOfReport, keyOfDecision, unsubscribeKey, one },
    ...{ linkOfSignUp: () => linkTokenOf(site, pending.email), linkToReset, reviewAll },
  };
}
