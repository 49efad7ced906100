import { cases, reviews, users, vehicles } from "~/db/schema";
import { decideCase, decideObjection, objectToCase } from "~/features/cases/decisions.server";
import type { CaseKind } from "~/features/cases/limits";
import { submitReport } from "~/features/cases/reports.server";
import { decisionInput, outcomeInput, reportInput } from "~/features/cases/schema.server";
import { decode } from "~/lib/decode";
import { now } from "~/lib/time";
import { makeEvent } from "./events";
import { admin, makeComment, makeEntry, makeOwner, makePhoto, makeUser, viewerOf } from "./make-rows";
import { allRows, changeRow, findRow, insertRow } from "./rows";

export const FACTS = "Your words were about the person and not about the car.";

export const report = (path: string, viewer = viewerOf(makeUser())) =>
  submitReport(
    viewer,
    decode(reportInput, { about: path, reason: "harassment", text: "This is about me.", goodFaith: true }),
  );

export const newestCase = () => allRows(cases).at(-1)!;

/** Hides the thing by default. */
export const decision = (overrides: object = {}) =>
  decode(decisionInput, { measure: "hide", rule: "Be kind", facts: FACTS, ...overrides });

export const outcome = (outcome: "overturned" | "upheld" = "overturned") =>
  decode(outcomeInput, { outcome, facts: "We have read it once again, and so." });

/** @returns the case's id */
export function decideAbout(path: string, overrides: object = {}, decider = admin()): number {
  report(path);
  const { id } = newestCase();
  decideCase(decider, id, decision(overrides));
  return id;
}

/** The author objects, another admin overturns. */
export function overturn(id: number): void {
  objectToCase(viewerOf(findRow(users, findRow(cases, id)!.personId!)!), id, "This is not what it says.");
  decideObjection(admin(), id, outcome());
}

/** One of each kind, with report paths. `otherOwner` has the vehicle and garage they wrote about. */
export function makeThings(overrides: Parameters<typeof makeOwner>[0] = {}) {
  const owner = makeOwner(overrides);
  const { user, vehicle, garage } = owner;
  const photo = makePhoto(vehicle, { position: 1 });
  const second = makePhoto(vehicle, { position: 2 });
  changeRow(vehicles, vehicle.id, { coverPhoto: photo.photo });
  const entry = makeEntry(vehicle);
  makePhoto(vehicle, { entryId: entry.id, position: 1 });
  const otherOwner = makeOwner();
  const comment = makeComment(otherOwner.vehicle, user);
  const reviewFields = { userId: user.id, rating: 2, review: "Hm.", createdAt: now(), updatedAt: now() };
  const review = insertRow(reviews, { ...reviewFields, garageId: otherOwner.garage.id });
  const paths: Record<CaseKind, string> = {
    vehicle: `/vehicles/${vehicle.id}`,
    photo: `/vehicles/${vehicle.id}/photos/${photo.id}`,
    entry: `/build/${entry.id}`,
    comment: `/comments/${comment.id}`,
    review: `/reviews/${review.id}`,
    garage: `/garages/${garage.id}`,
    event: `/events/${makeEvent(user).id}`,
  };
  return { ...owner, photo, second, comment, review, otherOwner, paths };
}
