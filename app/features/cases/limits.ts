import type { cases, reports } from "~/db/schema";

export type CaseKind = (typeof cases.$inferSelect)["kind"];
export type CaseState = (typeof cases.$inferSelect)["state"];
export type Measure = NonNullable<(typeof cases.$inferSelect)["measure"]>;
export type Reason = (typeof reports.$inferSelect)["reason"];

export const KIND_LABELS: Record<CaseKind, string> = {
  vehicle: "Vehicle",
  photo: "Photo",
  entry: "Build entry",
  comment: "Comment",
  review: "Review",
  garage: "Garage",
  event: "Event",
};

export const REASON_LABELS: Record<Reason, string> = {
  illegal: "Against the law",
  spam: "Spam or advertising",
  harassment: "Harassment or hate",
  sexual: "Sexual content",
  violence: "Violence or threats",
  stolen: "Another person’s photo or words",
  private: "A plate, an address or other private data",
  other: "Something else",
};

export const STATE_LABELS: Record<CaseState, string> = {
  open: "Open",
  decided: "Decided",
  appealed: "Objection",
  closed: "Closed",
};

export const MEASURE_LABELS: Record<Measure, string> = {
  none: "No action",
  warn: "Warn the member",
  hide: "Hide it",
  suspend: "Suspend the member",
  deactivate: "Deactivate the account",
};

export const DECIDED_LABELS: Record<Measure, string> = {
  none: "No action",
  warn: "Warning",
  hide: "Hidden",
  suspend: "Account suspended",
  deactivate: "Account deactivated",
};

export const OVERTURNED = "This decision has been overturned. It no longer applies.";

export const WORDS_GONE = "This text was deleted six months after the case was closed.";

export const CRIME_AGAINST_CHILDREN = "A crime against children";

export const REPORT_STATES = {
  open: "Under review",
  acted: "Decided: we took action",
  nothing: "Decided: no action",
} as const;

/** For reporters, on the report's page and by mail. */
export const OUTCOME = {
  acted: "We have looked at it and taken action. A person decided this.",
  nothing: "We have looked at it and found that it does not break our rules. A person decided this.",
  wrong: "If you think we are wrong, you can report it again and say what we missed. You may also go to court.",
} as const;

const names = <Name extends string>(labels: Record<Name, string>) => Object.keys(labels) as [Name, ...Name[]];
export const KINDS = names(KIND_LABELS);
export const REASONS = names(REASON_LABELS);
export const STATES = names(STATE_LABELS);
export const MEASURES = names(MEASURE_LABELS);

/** Characters; for a suspension, days. */
export const CASE_LIMITS = {
  text: 2_000,
  law: 200,
  name: 60,
  rule: 200,
  leastFacts: 20,
  facts: 2_000,
  note: 2_000,
  leastObjection: 10,
  objection: 2_000,
  days: 365,
} as const;

/** Period for objections, and retention of evidence after closing. */
export const MONTHS = 6;

export const RULES: readonly [title: string, text: string][] = [
  ["Be kind", "Argue about machines as hard as you like. No insults, threats or hate, and no pestering."],
  [
    "Show what is yours",
    "Your own vehicles, photos and words. If you have permission to show another person’s, credit them.",
  ],
  ["Respect privacy", "No plates, addresses, faces or papers of people who have not agreed."],
  ["Stay within the law", "Nothing illegal, and nothing that helps others break the law or puts them in danger."],
  ["No spam", "No advertising in comments and reviews, no links for their own sake, no bought likes."],
  ["Keep it fit for everyone", "No sexual content, and no violence for its own sake."],
  ["Be yourself", "One account each, in your own name. No solicited or paid reviews."],
];

export const CASE_MESSAGES = {
  received: "Thank you. Your report has been received.",
  notThere: "There is nothing at this address that can be reported.",
  own: "This is your own. You can change or delete it yourself.",
  decided: "Another moderator has already decided this case.",
  listFailed: "Could not load the cases.",
  notFound: "This case does not exist.",
  noReport: "This report does not exist.",
  yourself: "Another moderator has to decide about your own content.",
  staff: "Only an admin can decide about moderators and admins.",
  adminsDeactivate: "Only an admin can deactivate an account.",
  notYours: "This case is about another member.",
  objected: "Your objection has been received.",
  objectedOnce: "You have already objected. You can object only once.",
  tooLate: "You can object only within six months of the decision.",
  gone: "The account was deleted. Hide what is left, or close the case with no action.",
  noObjection: "There is no objection to decide on.",
  another: "Another moderator has to decide this.",
  ownReport: "You reported this. Another moderator has to decide.",
  sameDecider: "You made the decision. Another moderator has to decide on the objection.",
  claimed: "Another moderator has claimed this case.",
} as const;

export const CASE_MAIL = {
  received: "report-received",
  outcome: "report-outcome",
  decided: "case-decided",
  upheld: "objection-upheld",
  overturned: "objection-overturned",
} as const;

export const REMOVED = {
  rule: "The rules of this site",
  facts: "A moderator has read what you wrote here and removed it, because it breaks the rules of this site.",
} as const;
