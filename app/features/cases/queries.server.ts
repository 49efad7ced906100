import { and, asc, eq, inArray } from "drizzle-orm";
import { db } from "~/db/client.server";
import { cases } from "~/db/schema";
import { cutText } from "~/lib/text";
import { listTitles } from "~/services/site/markdown.server";
import { findSiteText } from "~/services/site/site.server";
import { CASE_LIMITS, type CaseKind, RULES } from "./limits";

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

/** The operator's, else the built-in rules, to choose from in a decision. */
export function listRuleTitles(): string[] {
  const own = findSiteText("rules");
  // Two characters for the blank and ellipsis of a cut title.
  const titles = own ? listTitles(own.text).map((title) => cutText(title, CASE_LIMITS.rule - 2)) : [];
  return titles.length > 0 ? [...new Set(titles)] : RULES.map(([title]) => title);
}
