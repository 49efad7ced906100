import { now } from "~/lib/time";
import { newToken } from "~/lib/tokens.server";
import { insertInto } from "../permissions/insert";
import { World } from "../permissions/world";
import type { ViewerKind } from "../support/addresses";
import { turnOnSecondStep } from "../support/authenticator";
import type { TestSite } from "../support/site";

/** "half in": between password and code. */
export type WindowUser = ViewerKind | "newcomer" | "half in";

export interface Cast {
  /** With the fullest garage; after its deletion the next one. */
  readonly member: number;
  admin: number;
  newcomer: number;
  /** Logs in with a code. */
  withCode: { email: string; password: string };
  /** Of a pending report. */
  tokenOfReport: string;
  /** As in a decision's mail. */
  keyOfDecision: string;
  /** As in mails. */
  unsubscribeKey: string;
  /** New each time, as in mails. */
  linkOfSignUp(): string;
  linkToReset(): string;
  linkToConfirm(): string;
  linkToUndo(): string;
  /** After deletions. */
  reviewAll(): void;
  /** A press may have deleted rows. */
  queryValue(sql: string, ...values: unknown[]): number;
}

const PLENTY = 8;
const MEMBERS_THINGS = [
  ...(["eventId", "pendingEventId", "rejectedEventId", "changedEventId", "commentId"] as const),
  ...(["decidedCaseId", "applicationId", "heldId"] as const),
];

export async function fill(site: TestSite): Promise<Cast> {
  const { database } = site;
  const withCode = await site.signUp("Sia Second");
  await turnOnSecondStep(withCode.browser);
  const insert = insertInto(database);
  const queryValue: Cast["queryValue"] = (sql, ...values) => {
    const value = database
      .prepare(sql)
      .pluck()
      .get(...values);
    if (typeof value !== "number") throw new Error(`nothing: ${sql}`);
    return value;
  };
  const fullest = "SELECT user_id FROM vehicles WHERE user_id <> ? GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1";
  let member = queryValue(fullest, 0);
  const admin = queryValue("SELECT user_id FROM garages WHERE user_id <> ? ORDER BY 1 LIMIT 1", member);
  database.prepare("UPDATE users SET role = 'admin' WHERE id = ?").run(admin);
  const guest = queryValue("SELECT id FROM users WHERE id NOT IN (?, ?) ORDER BY 1 LIMIT 1", member, admin);
  const garageOf = (user: number) => queryValue("SELECT id FROM garages WHERE user_id = ?", user);
  const neighbour = {
    ...{ neighbour: guest, "neighbour's garage": garageOf(guest) },
    "neighbour's vehicle": queryValue("SELECT id FROM vehicles WHERE user_id = ? LIMIT 1", guest),
  };
  const worldOf = (owner: number) =>
    new World({ insert, passwordHash: "-", switchOff: () => 0 }, "visitor", {
      ...{ owner, "owner's garage": garageOf(owner) },
      ...neighbour,
    });
  const text = "# Who\n\nOlga, of [this site](/about-us).";
  for (const kind of ["imprint", "privacy", "terms"]) insert("site_texts", { kind, text, created_at: now() });
  for (let index = 0; index < PLENTY; index++) {
    const [ofMember, ofAdmin] = [worldOf(member), worldOf(admin)];
    for (const thing of MEMBERS_THINGS) void ofMember[thing];
    void ofAdmin.inviteId;
    void ofAdmin.mailId;
    for (const { ownerId: user_id, ticketId: ticket_id } of [ofMember, ofAdmin])
      insert("notifications", { user_id, kind: "ticket", ticket_id, created_at: now() });
  }
  const reviewing = database.prepare(
    `INSERT OR IGNORE INTO reviews (garage_id, user_id, rating, review, created_at, updated_at)
     SELECT id, @member, 5, 'A fine place.', @at, @at FROM garages WHERE user_id <> @member`,
  );
  const reviewAll = () => void reviewing.run({ member, at: now() });
  reviewAll();
  const { garagelessId: newcomer, reportToken: tokenOfReport, decisionKey: keyOfDecision } = worldOf(guest);
  const unsubscribeKey = newToken().slice(0, 22);
  database.prepare("UPDATE users SET unsubscribe_key = ? WHERE id = ?").run(unsubscribeKey, member);
  const hasVehicles = database.prepare("SELECT 1 FROM vehicles WHERE user_id = ?");
  return {
    get member() {
      if (!hasVehicles.get(member)) member = queryValue(fullest, admin);
      return member;
    },
    ...{ admin, newcomer, withCode, tokenOfReport, keyOfDecision, unsubscribeKey, queryValue, reviewAll },
    linkOfSignUp: () => worldOf(guest).verifyLink,
    linkToReset: () => worldOf(guest).resetLink,
    linkToConfirm: () => worldOf(guest).confirmLink,
    linkToUndo: () => worldOf(guest).undoLink,
  };
}
