import { and, asc, eq, inArray } from "drizzle-orm";
import { db } from "~/db/client.server";
import { cases } from "~/db/schema";
import type { CaseKind } from "./limits";

export interface HidingDecision {
  caseId: number;
  why: string;
}

/** The latest per item id; one statement, none for an empty list. */
export function findHidingDecisions(kind: CaseKind, ids: number[]): Map<number, HidingDecision> {
  if (ids.length === 0) return new Map();
  const rows = db()
    .select({ id: cases.id, thingId: cases.thingId, rule: cases.rule, facts: cases.facts })
    .from(cases)
    .where(and(eq(cases.kind, kind), inArray(cases.thingId, ids), eq(cases.measure, "hide")))
    .orderBy(asc(cases.id))
    .all();
  return new Map(
    rows.map(({ id, thingId, rule, facts }) => [thingId, { caseId: id, why: `${facts} (${rule.replace(/\.$/, "")})` }]),
  );
}
