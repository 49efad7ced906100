import { z } from "zod";
import { NOT_EMAIL } from "~/lib/email";
import {
  checkboxField,
  choiceField,
  emailText,
  lineField,
  optionalNumber,
  realAddress,
  textField,
  WITH_OTHER_ERRORS,
} from "~/lib/fields.server";
import { CASE_LIMITS, KINDS, MEASURES, REASONS, STATES } from "./limits";

/** For `refine`: one field's error, reported together with others. */
const at = (field: string, error: string) => ({ path: [field], error, ...WITH_OTHER_ERRORS });

export const reportInput = z.object({
  about: lineField({ label: "About", max: 200, required: "Please say which page it is about." }),
  reason: z.preprocess((value) => value ?? "", z.enum(REASONS, "Please choose a reason.")),
  text: textField({ label: "What is wrong", max: CASE_LIMITS.text, required: "Please say what is wrong." }),
  law: lineField({ label: "The law", max: CASE_LIMITS.law }),
  name: lineField({ label: "Name", max: CASE_LIMITS.name }),
  email: z.preprocess(emailText, z.string(NOT_EMAIL).refine(...realAddress)),
  children: checkboxField("children"),
  goodFaith: checkboxField("goodFaith").refine((isTicked) => isTicked, {
    error: "Please confirm that you believe this report is accurate.",
  }),
});

export type ReportInput = z.output<typeof reportInput>;

/** Allowed for a crime against children, also while no reason is chosen yet. */
const isAnonymous = ({ children, reason }: ReportInput) =>
  children && (reason === "illegal" || !REASONS.includes(reason));

export const visitorReportInput = reportInput
  .refine((report) => report.name !== "" || isAnonymous(report), at("name", "Please enter your name."))
  .refine(
    (report) => report.email !== "" || isAnonymous(report),
    at("email", "Please enter your email address, so that we can send you the decision."),
  );

const factsField = textField({ label: "Explanation for the member", max: CASE_LIMITS.facts });
const DAYS = `Days must be a whole number from 1 to ${CASE_LIMITS.days}.`;

/** A measure against a user needs a rule and facts, a suspension its days. */
export const decisionInput = z
  .object({
    measure: z.preprocess((value) => value ?? "", z.enum(MEASURES, "Please choose an action.")),
    rule: lineField({ label: "The rule", max: CASE_LIMITS.rule }),
    facts: factsField,
    days: optionalNumber(1, CASE_LIMITS.days, DAYS),
    hideAll: checkboxField("hideAll"),
  })
  .refine(
    ({ measure, rule }) => measure === "none" || rule !== "",
    at("rule", "Please say which rule or law was broken."),
  )
  .refine(
    ({ measure, facts }) => (measure === "none" && facts === "") || (facts?.length ?? 0) >= CASE_LIMITS.leastFacts,
    at("facts", `The explanation must have at least ${CASE_LIMITS.leastFacts} characters.`),
  )
  .refine(
    ({ measure, days }) => measure !== "suspend" || days !== undefined,
    at("days", "Please enter the number of days."),
  );

export type DecisionInput = z.output<typeof decisionInput>;

/** For a direct removal; if empty, `REMOVED`. */
export const removalInput = z.object({
  facts: factsField.refine(
    (facts) => facts === "" || facts.length >= CASE_LIMITS.leastFacts,
    `The explanation must have at least ${CASE_LIMITS.leastFacts} characters.`,
  ),
});

export const outcomeInput = z.object({
  outcome: z.preprocess((value) => value ?? "", z.enum(["upheld", "overturned"], "Please choose an outcome.")),
  facts: factsField.refine(
    (facts) => facts.length >= CASE_LIMITS.leastFacts,
    `Please say why, in at least ${CASE_LIMITS.leastFacts} characters.`,
  ),
});

export type OutcomeInput = z.output<typeof outcomeInput>;

export const objectionInput = z.object({
  text: textField({ label: "Your objection", max: CASE_LIMITS.objection }).refine(
    (text) => text.length >= CASE_LIMITS.leastObjection,
    `Your objection must have at least ${CASE_LIMITS.leastObjection} characters.`,
  ),
});

export const noteInput = z.object({
  text: textField({ label: "Note", max: CASE_LIMITS.note, required: "Please write a note first." }),
});

export const caseQuery = z.object({
  state: choiceField(STATES, "Unknown state."),
  reason: choiceField(REASONS, "Unknown reason."),
  kind: choiceField(KINDS, "Unknown kind."),
});

export type CaseQuery = z.output<typeof caseQuery>;
