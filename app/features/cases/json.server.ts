import { z } from "zod";
import type { cases } from "~/db/schema";
import { createdAt } from "~/features/accounts/json.server";
import { isoOrNull, toIso } from "~/lib/time";
import { KINDS, MEASURES, REASONS, STATES } from "./limits";

const time = z.string().meta({ format: "date-time" });
const texts = z.record(z.string(), z.string());
const content = {
  texts,
  pictures: z.array(z.string()).meta({ description: "Names below `/img/photos/`, or addresses elsewhere" }),
  avatar: z.string().nullable().meta({ description: "Of a garage: its owner’s picture, below `/img/users/`" }),
};
const id = z.string();

const line = {
  _id: id,
  about: z.string().meta({ description: "Path of its page" }),
  kind: z.enum(KINDS),
  state: z.enum(STATES),
  createdAt,
};

const decision = {
  measure: z.enum(MEASURES),
  rule: z.string(),
  facts: z.string(),
  endsAt: time.nullable(),
  hideAll: z.boolean(),
  beganHeld: z.boolean().meta({ description: "Held for review automatically before a person decided" }),
  createdAt,
};

const objectionShape = z
  .strictObject({
    text: z.string(),
    createdAt,
    outcome: z.enum(["upheld", "overturned"]).nullable(),
    facts: z.string().meta({ description: "Explanation of the decision" }),
  })
  .nullable();

const queued = {
  ...line,
  reasons: z.array(z.enum(REASONS)),
  reportCount: z.int(),
  claimedBy: z.strictObject({ _id: id, name: z.string() }).nullable(),
};

export const caseLineShape = z.strictObject(queued).meta({ id: "CaseLine" });

export type CaseLineJson = z.infer<typeof caseLineShape>;

export const caseShape = z
  .strictObject({
    ...queued,
    reports: z.array(
      z.strictObject({
        _id: id,
        reason: z.enum(REASONS),
        text: z.string(),
        law: z.string(),
        reporter: z.string(),
        createdAt,
      }),
    ),
    snapshot: z.strictObject(content).meta({ description: "As it was when first reported" }),
    current: z
      .strictObject({ ...content, isShown: z.boolean() })
      .nullable()
      .meta({ description: "As it is now; null if it was deleted" }),
    person: z
      .strictObject({
        _id: id,
        name: z.string(),
        role: z.string(),
        active: z.boolean(),
        suspendedUntil: time.nullable(),
        createdAt,
        vehicles: z.int(),
        comments: z.int().meta({ description: "Of the last 30 days" }),
        earlier: z.array(
          z.strictObject({ _id: id, measure: z.enum(MEASURES), outcome: z.string().nullable(), createdAt }),
        ),
      })
      .nullable()
      .meta({ description: "The member it is about; null if the account was deleted" }),
    personName: z.string().meta({ description: "As first reported; kept for as long as the evidence" }),
    notes: z.array(z.strictObject({ _id: id, author: z.string(), text: z.string(), createdAt })),
    decision: z.strictObject({ ...decision, decidedBy: z.string().nullable() }).nullable(),
    objection: objectionShape,
  })
  .meta({ id: "Case" });

export type CaseJson = z.infer<typeof caseShape>;

export const ownCaseShape = z
  .strictObject({
    ...line,
    texts: texts.meta({ description: "The reported content, as it was then" }),
    decision: z.strictObject(decision),
    objection: objectionShape,
    canObject: z.boolean(),
  })
  .meta({ id: "OwnCase" });

export type OwnCaseJson = z.infer<typeof ownCaseShape>;

export const reportShape = z
  .strictObject({
    _id: z.string(),
    state: z.enum(["open", "decided"]),
    link: z
      .string()
      .meta({ description: "The report’s own page; its last part is the token for `GET /reports/{token}`" }),
    about: z.string().meta({ description: "The path of what is reported" }),
    title: z.string().meta({ description: "Its name when first reported" }),
    reason: z.enum(REASONS),
    text: z.string(),
    acted: z.boolean().nullable().meta({ description: "Whether action was taken; null until it is decided" }),
    createdAt,
    decidedAt: z.string().nullable(),
  })
  .meta({ id: "Report" });

type CaseRow = typeof cases.$inferSelect;

/** Null while the case is open. */
export const decisionJson = ({ measure, rule, facts, endsAt, hideAll, beganHeld, decidedAt }: CaseRow) =>
  measure && {
    measure,
    rule,
    facts,
    endsAt: isoOrNull(endsAt),
    hideAll,
    beganHeld,
    createdAt: toIso(Number(decidedAt)),
  };

export const objectionJson = ({ objection, objectedAt, outcome, outcomeFacts }: CaseRow) =>
  objection === null ? null : { text: objection, createdAt: toIso(Number(objectedAt)), outcome, facts: outcomeFacts };
