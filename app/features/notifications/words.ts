import { plural } from "~/lib/text";
import type { NewsGroup, NotificationRow, Told } from "./told";

type Words = (row: NotificationRow) => string;

const person = ({ personName }: NotificationRow) => personName ?? "Somebody";

/** "1969 Camaro"; with the make where the model alone is no name: "1984 Trabant 601", "2004 BMW M3". */
function vehicle({ vehicleYear, vehicleMake, vehicleModel }: NotificationRow): string {
  const isName = /^\p{L}{3}/u.test(vehicleModel ?? "");
  return isName ? `${vehicleYear} ${vehicleModel}` : `${vehicleYear} ${vehicleMake} ${vehicleModel}`;
}

const quoted = (title: string | null) => `“${title}”`;

/** Whose vehicle was commented on; the writer's own may be among those. */
const ownerOf = ({ actorId, vehicleOwnerId, vehicleOwnerName }: NotificationRow) =>
  actorId === vehicleOwnerId ? "their" : `${vehicleOwnerName}'s`;

const like: Words = (row) => {
  const { count } = row;
  if (count <= 1) return `${person(row)} likes your ${vehicle(row)}`;
  return `${person(row)} and ${plural(count - 1, "other")} like your ${vehicle(row)}`;
};

const DECISIONS: Record<string, string> = { approved: "was approved", rejected: "was not accepted" };
const EVENT_NEWS: Record<string, string> = {
  cancelled: "was cancelled",
  changed: "has changed",
  tomorrow: "is tomorrow",
  today: "is today",
};
const TICKET_STEPS: Record<string, string> = {
  answered: "was answered",
  "In Progress": "is in progress",
  Closed: "was closed",
};

const admin: Words = ({ detail, count }) =>
  detail === "events"
    ? `${plural(count, "event is", "events are")} waiting for a decision`
    : `${plural(count, "request in the Tool Box is", "requests in the Tool Box are")} open`;

const WORDS: Record<NotificationRow["kind"], Words> = {
  follow: (row) => `${person(row)} now follows you`,
  like,
  comment: (row) => `${person(row)} commented on your ${vehicle(row)}`,
  reply: (row) => `${person(row)} also commented on ${ownerOf(row)} ${vehicle(row)}`,
  review: (row) => `${person(row)} reviewed your garage`,
  decision: (row) => `Your event ${quoted(row.eventTitle)} ${DECISIONS[row.detail] ?? "was decided on"}`,
  event: (row) => `${quoted(row.eventTitle)} ${EVENT_NEWS[row.detail] ?? "has changed"}`,
  ticket: (row) => `Your request ${quoted(row.ticketSubject)} ${TICKET_STEPS[row.detail] ?? "has moved on"}`,
  admin,
};

/** "a vehicle, 2 photos and a build entry". */
function newsWords({ vehicles, photos, entries }: NewsGroup): string {
  const one = (count: number, what: string, many?: string) => (count === 1 ? `a ${what}` : plural(count, what, many));
  const parts = [
    ...(vehicles > 0 ? [one(vehicles, "vehicle")] : []),
    ...(photos > 0 ? [one(photos, "photo")] : []),
    ...(entries > 0 ? [one(entries, "build entry", "build entries")] : []),
  ];
  const last = parts.pop() ?? "something";
  return parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
}

/** What a person reads: "Ada Lovelace and 4 others like your 1969 Camaro". No full stop. */
export function notificationText(told: Told): string {
  return told.kind === "news" ? `${told.personName} added ${newsWords(told)}` : WORDS[told.kind](told);
}

/** A comment under its vehicle, on whichever page of the conversation it stands. */
const commentPath = ({ vehicleId, commentId }: NotificationRow) =>
  `/vehicles/${vehicleId}?comment=${commentId}#comment-${commentId}`;

const PATHS: Record<NotificationRow["kind"], Words> = {
  follow: ({ actorId, actorGarageId }) =>
    actorGarageId === null ? `/profile/${actorId}` : `/garages/${actorGarageId}`,
  like: ({ vehicleId }) => `/vehicles/${vehicleId}`,
  comment: commentPath,
  reply: commentPath,
  review: ({ garageId, reviewId }) => `/garages/${garageId}/reviews?review=${reviewId}#review-${reviewId}`,
  decision: ({ eventId }) => `/events/${eventId}`,
  event: ({ eventId }) => `/events/${eventId}`,
  ticket: ({ ticketId }) => `/toolbox#request-${ticketId}`,
  admin: ({ detail }) => (detail === "events" ? "/admin/events" : "/admin/tickets"),
};

function newsPath({ only, garageId, entries }: NewsGroup): string {
  if (only?.entryId != null && entries === 1) return `/build/${only.entryId}`;
  return only ? `/vehicles/${only.vehicleId}` : `/garages/${garageId}`;
}

/** The path on this site of what it is about. */
export function notificationPath(told: Told): string {
  return told.kind === "news" ? newsPath(told) : PATHS[told.kind](told);
}
