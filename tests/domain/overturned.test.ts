import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, publicVersion } from "~/db/client.server";
import { activities, cases, follows, likes } from "~/db/schema";
import { decideCase, decideObjection, objectToCase, objectWithKey } from "~/features/cases/decisions.server";
import type { CaseKind } from "~/features/cases/limits";
import { attendEvent } from "~/features/events/attendance/commands.server";
import { search } from "~/features/search/queries.server";
import { suggest } from "~/features/search/suggestions.server";
import { addComment } from "~/features/social/comments.server";
import { setLike } from "~/features/social/reactions.server";
import { reviewGarage } from "~/features/social/reviews.server";
import { now } from "~/lib/time";
import { decision, makeThings, newestCase, outcome, report } from "../support/cases";
import { makeEvent } from "../support/events";
import { admin, member, moderator, viewerOf } from "../support/make-rows";
import { refusal } from "../support/refusal";
import { allRows, findRow, insertRow } from "../support/rows";

/** A case's own, and logs of changes. */
const OWN = `cases reports case_notes case_pictures mail_outbox audit_log public_changes waiting_things
  sessions site`.split(/\s+/);

function wholeCopy(): Record<string, unknown[]> {
  publicVersion();
  const tables = db().all<{ name: string }>(sql`SELECT name FROM pragma_table_list
    WHERE type IN ('table', 'virtual') AND schema = 'main' AND name NOT GLOB 'sqlite*' AND name NOT GLOB '__*'`);
  const copied = tables.map(({ name }) => name).filter((name) => !OWN.includes(name));
  return Object.fromEntries(copied.map((name) => [name, rowsOf(name)]));
}

function rowsOf(name: string): unknown[] {
  const byWords = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  const rows = db()
    .all<Record<string, unknown>>(sql.raw(`SELECT * FROM "${name}"`))
    .sort(byWords);
  if (name === "notifications") return rows.filter(({ kind }) => kind !== "decision" && kind !== "admin");
  // Author and staff have notifications.
  return name === "users" ? rows.map((row) => ({ ...row, unread_count: 0 })) : rows;
}

function makeWorld() {
  const things = makeThings({ name: "Ada" });
  const owner = viewerOf(things.user);
  const [fan, reporter] = [member(), member()];
  setLike(fan, things.vehicle.id, true);
  setLike(owner, things.otherOwner.vehicle.id, true);
  insertRow(follows, { followerId: fan.id, followedId: owner.id, createdAt: now() });
  insertRow(activities, { userId: owner.id, vehicleId: things.vehicle.id, type: "vehicle", createdAt: now() });
  addComment(fan, things.vehicle.id, { text: "Fine." });
  addComment(fan, things.otherOwner.vehicle.id, { text: "Quite.", parent: things.comment.id });
  reviewGarage(fan, things.garage.id, { rating: 5, review: "Tidy." });
  const event = Number(things.paths.event.split("/")[2]);
  attendEvent(fan, event, { vehicle: null });
  attendEvent(owner, makeEvent(null).id, { vehicle: things.vehicle.id });
  expect(allRows(likes)).toHaveLength(2);
  return { ...things, owner, reporter, staff: [moderator(), admin(), admin()] as const };
}

const KINDS: CaseKind[] = ["vehicle", "photo", "entry", "comment", "review", "garage", "event"];
const HIDE = KINDS.map((kind) => ["hide", kind] as const);

test.each([...HIDE, ["suspend", "comment"], ["deactivate", "garage"]] as const)(
  "%s (%s), overturned, leaves a whole copy as it was before",
  (measure, kind) => {
    const { owner, reporter, staff, paths } = makeWorld();
    const [, grace, otherModerator] = staff;
    report(paths[kind], reporter);
    const { id } = newestCase();
    const results = () => [search("lotus", undefined, 1), search("ada", undefined, 1), suggest("lot")];
    const before = { rows: wholeCopy(), found: results() };
    const version = publicVersion();
    decideCase(grace, id, decision({ measure, days: measure === "suspend" ? 9 : undefined, hideAll: true }));
    expect(wholeCopy()).not.toEqual(before.rows);
    expect(publicVersion()).not.toBe(version);
    if (measure === "hide") expect(refusal(() => report(paths[kind], reporter)).code).toBe("not_found");
    // With the mail's key if they cannot log in.
    if (measure === "deactivate") objectWithKey(findRow(cases, id)!.key!, "This is not what it says.");
    else objectToCase(owner, id, "This is not what it says.");
    decideObjection(otherModerator, id, outcome());
    expect(wholeCopy()).toEqual(before.rows);
    expect(results()).toEqual(before.found);
  },
);
