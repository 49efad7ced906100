import { PASSWORD } from "../support/members";

export const NEW_PASSWORD = { password: `${PASSWORD} new`, passwordConfirm: `${PASSWORD} new` };
export const TICKET = { category: "Bug Report", subject: "Horn", description: "Sounds by itself." };
export const CAR = { make: "Lancia", model: "Fulvia", year: 1969 };
export const REVIEW = { rating: 4, review: "Tidy." };
export const PENDING = { on: { eventId: "pendingEventId" } } as const;
export const DECIDED = { on: { caseId: "decidedCaseId" } } as const;
export const APPEALED = { on: { caseId: "appealedCaseId" } } as const;
export const DECISION = { measure: "warn", rule: "Be kind", facts: "You were not kind at all." };
export const OUTCOME = { outcome: "overturned", facts: "We have read it again and were wrong." };
export const REJECTED = { on: { eventId: "rejectedEventId" } } as const;
