import { asc, eq, gt } from "drizzle-orm";
import { db, transaction } from "~/db/client.server";
import { casePictures, cases, comments, reports, reviews, users, vehicles } from "~/db/schema";
import type { CaseKind, Measure, Reason } from "~/features/cases/limits";
import { findThing, hideThing } from "~/features/cases/things.server";
import { DAY } from "~/lib/time";
import { newToken } from "~/lib/tokens.server";

interface Sample {
  kind: CaseKind;
  reason: Reason;
  text: string;
  daysAgo: number;
  decision?: { measure: Measure; rule: string; facts: string };
  objection?: string;
  outcome?: { outcome: "upheld" | "overturned"; facts: string };
}

const RUDE = "You called somebody names under their own vehicle, and did so again when they asked you to stop.";

const SAMPLES: Sample[] = [
  { kind: "vehicle", reason: "stolen", text: "The second photo is mine, from last year’s meet.", daysAgo: 3 },
  { kind: "comment", reason: "harassment", text: "This is the third time he writes such things to me.", daysAgo: 2 },
  { kind: "review", reason: "spam", text: "Never been there, just a shop’s advertisement.", daysAgo: 1 },
  {
    ...{ kind: "comment", reason: "harassment", text: "Rude to a newcomer.", daysAgo: 20 },
    decision: { measure: "warn", rule: "Be kind", facts: RUDE },
  },
  {
    ...{ kind: "comment", reason: "private", text: "That is my home address.", daysAgo: 30 },
    decision: { measure: "hide", rule: "Respect privacy", facts: "Your comment gave away where somebody lives." },
  },
  {
    ...{ kind: "vehicle", reason: "other", text: "This is a toy, not a vehicle.", daysAgo: 12 },
    decision: { measure: "warn", rule: "Show what is yours", facts: "The description is that of a model car in 1:18." },
    objection: "It is the real one. The model is in the first photo only, beside it.",
  },
  {
    ...{ kind: "review", reason: "harassment", text: "He reviews everybody like this.", daysAgo: 70 },
    decision: { measure: "warn", rule: "Be kind", facts: "The review is about the owner’s looks, not the garage." },
    objection: "It was a joke among friends.",
    outcome: { outcome: "upheld", facts: "The person it was about did not take it as one, and said so." },
  },
  {
    ...{ kind: "vehicle", reason: "illegal", text: "I think this one was stolen.", daysAgo: 90 },
    decision: { measure: "warn", rule: "Stay within the law", facts: "Somebody else’s papers were shown with it." },
    objection: "They are my late father’s, whose car it was.",
    outcome: { outcome: "overturned", facts: "You have shown us that they are. We were wrong, and are sorry." },
  },
];

const TABLES = { vehicle: vehicles, comment: comments, review: reviews } as const;

/**
 * About some of the newest rows, without notifications: sample users never read them.
 * @param afterUserId excludes users with lower ids
 */
export function seedCases(afterUserId: number, now: number): void {
  transaction(() => {
    const reporters = db()
      .select({ id: users.id })
      .from(users)
      .where(gt(users.id, afterUserId))
      .orderBy(asc(users.id))
      .limit(20)
      .all();
    for (const [index, sample] of SAMPLES.entries()) {
      const thing = findSampleThing(sample.kind, afterUserId, index);
      const reporter = thing && reporters.find(({ id }) => id !== thing.ownerId);
      if (thing && reporter) insertCase(sample, thing, reporter.id, now);
    }
  });
}

/** Every other row; of few rows, the last one without a case. */
function findSampleThing(kind: CaseKind, afterUserId: number, index: number) {
  const table = TABLES[kind as keyof typeof TABLES];
  const rows = db()
    .select({ id: table.id })
    .from(table)
    .where(gt(table.userId, afterUserId))
    .orderBy(asc(table.id))
    .limit(index * 2 + 1)
    .all();
  const reportedIds = db().select({ id: cases.thingId }).from(cases).where(eq(cases.kind, kind)).all();
  const row = rows.findLast(({ id }) => !reportedIds.some((reportedId) => reportedId.id === id));
  return row && findThing(kind, row.id);
}

type Thing = NonNullable<ReturnType<typeof findThing>>;

function insertCase(
  { reason, text, daysAgo, decision, objection, outcome }: Sample,
  thing: Thing,
  reporterId: number,
  now: number,
) {
  const createdAt = now - daysAgo * DAY;
  const daysLater = (days: number) => createdAt + days * DAY;
  const { id: caseId } = db()
    .insert(cases)
    .values({
      ...{ kind: thing.kind, thingId: thing.id, about: thing.about },
      ...{ personId: thing.ownerId, personName: thing.ownerName },
      ...{ snapshot: thing.texts, avatar: thing.avatar, reportCount: 1, createdAt },
      ...(decision && { ...decision, decidedAt: daysLater(1), key: newToken(), state: "decided" as const }),
      ...(objection && { objection, objectedAt: daysLater(2), state: "appealed" as const }),
      ...(outcome && {
        ...{ outcome: outcome.outcome, outcomeFacts: outcome.facts, outcomeAt: daysLater(4), closedAt: daysLater(4) },
        state: "closed" as const,
      }),
      ...(decision?.measure === "hide" && { before: hideThing(thing.kind, thing.id) }),
    })
    .returning({ id: cases.id })
    .get();
  for (const image of thing.pictures) db().insert(casePictures).values({ caseId, image }).run();
  db().insert(reports).values({ caseId, reporterId, reason, text, token: newToken(), createdAt }).run();
}
