import { comments, reviews, vehicles } from "~/db/schema";
import type { CaseKind } from "~/features/cases/limits";
import { submitReport } from "~/features/cases/reports.server";
import { reportInput } from "~/features/cases/schema.server";
import { decode } from "~/lib/decode";
import { now } from "~/lib/time";
import { makeEvent } from "./events";
import { makeEntry, makeOwner, makePhoto, makeUser, viewerOf } from "./people";
import { changeRow, insertRow } from "./rows";

/** What a decision says that it is for. */
export const FACTS = "Your words were about the person and not about the car.";

/** A member reports what stands at a path. */
export const report = (about: string, viewer = viewerOf(makeUser())) =>
  submitReport(
    viewer,
    decode(reportInput, { about, reason: "harassment", text: "This is about me.", goodFaith: true }),
  );

/** One thing of each kind, by one person, and the paths by which they are reported; `other` is whom they wrote to. */
export function makeThings(given: Parameters<typeof makeOwner>[0] = {}) {
  const owner = makeOwner(given);
  const { user, vehicle, garage } = owner;
  const photo = makePhoto(vehicle, { position: 1 });
  const second = makePhoto(vehicle, { position: 2 });
  changeRow(vehicles, vehicle.id, { coverPhoto: photo.photo });
  const entry = makeEntry(vehicle);
  makePhoto(vehicle, { entryId: entry.id, position: 1 });
  const other = makeOwner();
  const said = { userId: user.id, createdAt: now() };
  const comment = insertRow(comments, { ...said, vehicleId: other.vehicle.id, text: "Hm." });
  const review = insertRow(reviews, { ...said, garageId: other.garage.id, rating: 2, review: "Hm.", updatedAt: now() });
  const paths: Record<CaseKind, string> = {
    vehicle: `/vehicles/${vehicle.id}`,
    photo: `/vehicles/${vehicle.id}/photos/${photo.id}`,
    entry: `/build/${entry.id}`,
    comment: `/comments/${comment.id}`,
    review: `/reviews/${review.id}`,
    garage: `/garages/${garage.id}`,
    event: `/events/${makeEvent(user).id}`,
  };
  return { ...owner, photo, second, comment, review, other, paths };
}
