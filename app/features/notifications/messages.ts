import { cleanLine, cutText, isolate, plural, withoutIsolates } from "~/lib/text";
import { formatDate } from "~/lib/time";
import type { GarageNews, NotificationItem, NotificationRow } from "./kinds";

type MessageOf = (row: NotificationRow) => string;

const person = ({ personName }: NotificationRow) => isolate(personName ?? "Someone");

/** "1969 Camaro"; with the make if the model alone is no name: "1984 Trabant 601", "2004 BMW M3". */
type VehicleName = Pick<NotificationRow, "vehicleYear" | "vehicleMake" | "vehicleModel">;

function vehicle({ vehicleYear, vehicleMake, vehicleModel }: VehicleName): string {
  const isName = /^\p{L}{3}/u.test(vehicleModel ?? "");
  return isolate(isName ? `${vehicleYear} ${vehicleModel}` : `${vehicleYear} ${vehicleMake} ${vehicleModel}`);
}

const quoted = (title: string | null) => `“${isolate(String(title))}”`;

/** The owner may be the comment's author. */
const ownerOf = ({ actorId, vehicleOwnerId, vehicleOwnerName }: NotificationRow) =>
  actorId === vehicleOwnerId ? "their" : `${isolate(String(vehicleOwnerName))}’s`;

const like: MessageOf = (row) => {
  const { count } = row;
  if (count <= 1) return `${person(row)} likes your ${vehicle(row)}`;
  return `${person(row)} and ${plural(count - 1, "other")} like your ${vehicle(row)}`;
};

const DECISIONS: Record<string, [what: string, how: string]> = {
  approved: ["event", "was approved"],
  rejected: ["event", "was not accepted"],
  "change approved": ["change to", "was approved"],
  "change rejected": ["change to", "was not accepted"],
};
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

const WAITING: Record<string, [one: string, many: string, what: string]> = {
  events: ["event is", "events are", "waiting for a decision"],
  cases: ["case is", "cases are", "waiting for a decision"],
  held: ["post is", "posts are", "waiting for review"],
  applications: ["application is", "applications are", "waiting for a decision"],
  tickets: ["request in the Tool Box is", "requests in the Tool Box are", "open"],
};

const admin: MessageOf = ({ detail, count }) => {
  const [singular, plurals, state] = WAITING[detail] ?? ["thing is", "things are", "waiting"];
  return `${plural(count, singular, plurals)} ${state}`;
};

const OF_CASES: Record<string, (thing: string) => string> = {
  decided: (thing) => `A moderator made a decision about ${thing}`,
  upheld: (thing) => `Your objection about ${thing} was not successful`,
  overturned: (thing) => `Your objection about ${thing} was successful`,
};

/** "your comment on 1969 Camaro", "your event “Sunday Drive”". */
function caseSubject({ caseKind, caseTitle }: NotificationRow): string {
  if (caseTitle === null) return "something of yours";
  const [, kind, rest] = /^(Photo of|Comment on|Review of) (.+)$/s.exec(caseTitle) ?? [];
  if (kind !== undefined && rest !== undefined) return `your ${kind.toLowerCase()} ${isolate(rest)}`;
  return `your ${caseKind === "entry" ? "build entry" : caseKind} ${quoted(caseTitle)}`;
}

/** The title is isolated, so that no text in it is taken for the path. */
const HELD_DECISION = /^(released|refused) ([^\u2068]+?(?:\u2068[^\u2069]*\u2069”)?) (\/\S*) ?([\s\S]*)$/;

const MAX_HELD_TITLE = 60;

/**
 * On held content.
 * @param title of the post or the beginning of its text; "" for a profile or garage
 * @param path its page
 */
export function heldDecision(
  outcome: "released" | "refused",
  { kind, title, path, reason = "" }: { kind: string; title: string; path: string; reason?: string | undefined },
): string {
  const name = title === "" ? kind : `${kind} ${quoted(withoutIsolates(cutText(cleanLine(title), MAX_HELD_TITLE)))}`;
  return `${outcome} ${name} ${path} ${reason}`.trim();
}

const WORDS: Record<NotificationRow["kind"], MessageOf> = {
  follow: (row) => `${person(row)} now follows you`,
  like,
  comment: (row) => `${person(row)} commented on your ${vehicle(row)}`,
  reply: (row) => `${person(row)} also commented on ${ownerOf(row)} ${vehicle(row)}`,
  review: (row) => `${person(row)} reviewed your garage`,
  decision: (row) => {
    const ofCase = OF_CASES[row.detail];
    if (ofCase) return ofCase(caseSubject(row));
    const [, decision, thing] = HELD_DECISION.exec(row.detail) ?? [];
    if (decision)
      return `Your ${thing} ${decision === "released" ? "was approved and is now public" : "was not accepted"}`;
    const [subject, outcome] = DECISIONS[row.detail] ?? ["event", "has been decided on"];
    return `Your ${subject} ${quoted(row.eventTitle)} ${outcome}`;
  },
  series: ({ eventTitle, detail }) => `${quoted(eventTitle)} is on ${formatDate(Date.parse(detail))}`,
  event: (row) => `${quoted(row.eventTitle)} ${EVENT_NEWS[row.detail] ?? "has changed"}`,
  ticket: (row) => `Your request ${quoted(row.ticketSubject)} ${TICKET_STEPS[row.detail] ?? "has been updated"}`,
  admin,
};

/** "a vehicle, 2 photos and a build entry", "a photo to their 1969 Camaro". */
function newsMessage(news: GarageNews): string {
  const { vehicles, photos, entries, vehicleCount } = news;
  const countThings = (count: number, noun: string, many?: string) =>
    count === 1 ? `a ${noun}` : plural(count, noun, many);
  const parts = [
    ...(vehicles > 0 ? [countThings(vehicles, "vehicle")] : []),
    ...(photos > 0 ? [countThings(photos, "photo")] : []),
    ...(entries > 0 ? [countThings(entries, "build entry", "build entries")] : []),
  ];
  const last = parts.pop() ?? "something";
  const things = parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
  if (vehicleCount > 1) return things;
  return vehicles > 0 ? `${things}: ${vehicle(news)}` : `${things} to their ${vehicle(news)}`;
}

/** Like `notificationText`, with names marked by `isolate`. */
export function formatNotification(item: NotificationItem): string {
  return item.kind === "news" ? `${isolate(item.personName)} added ${newsMessage(item)}` : WORDS[item.kind](item);
}

/** "Ada Lovelace and 4 others like your 1969 Camaro". No full stop. */
export const notificationText = (item: NotificationItem) => withoutIsolates(formatNotification(item));

/** 120 with a blank and an ellipsis. */
const MAX_QUOTE = 118;

/** At most 120 characters of the comment, review, answer or reason; "" without one. */
export function notificationQuote(item: NotificationItem): string {
  if (item.kind === "news") return "";
  const heldReason = item.kind === "decision" ? HELD_DECISION.exec(item.detail)?.[4] : undefined;
  return cutText(cleanLine(heldReason ?? item.quote ?? ""), MAX_QUOTE);
}

/** On its vehicle's page; the server finds the page of the conversation. */
const commentPath = ({ vehicleId, commentId }: NotificationRow) =>
  `/vehicles/${vehicleId}?comment=${commentId}#comment-${commentId}`;

const PATHS: Record<NotificationRow["kind"], MessageOf> = {
  follow: ({ actorId, actorGarageId }) =>
    actorGarageId === null ? `/profile/${actorId}` : `/garages/${actorGarageId}`,
  like: ({ vehicleId }) => `/vehicles/${vehicleId}`,
  comment: commentPath,
  reply: commentPath,
  review: ({ garageId, reviewId }) => `/garages/${garageId}/reviews?review=${reviewId}#review-${reviewId}`,
  decision: ({ detail, eventId, caseId }) =>
    HELD_DECISION.exec(detail)?.[3] ?? (caseId === null ? `/events/${eventId}` : `/cases/${caseId}`),
  event: ({ eventId }) => `/events/${eventId}`,
  series: ({ eventId }) => `/events/${eventId}`,
  ticket: ({ ticketId }) => `/toolbox#request-${ticketId}`,
  admin: ({ detail }) =>
    detail === "tickets" ? "/admin/tickets" : detail === "cases" ? "/moderation" : `/moderation/${detail}`,
};

function newsPath({ only, garageId, entries }: GarageNews): string {
  if (only?.entryId != null && entries === 1) return `/build/${only.entryId}`;
  return only ? `/vehicles/${only.vehicleId}` : `/garages/${garageId}`;
}

export function notificationPath(item: NotificationItem): string {
  return item.kind === "news" ? newsPath(item) : PATHS[item.kind](item);
}

/** The thing it is about: mails with the same value are one thread. Undefined for followers and tasks of staff. */
export function notificationThread(item: NotificationItem): string | undefined {
  if (item.kind === "news") return `garage-${item.garageId}`;
  const { caseId, eventId, ticketId, vehicleId, garageId } = item;
  const ids = { case: caseId, event: eventId, request: ticketId, vehicle: vehicleId, garage: garageId };
  const [kind, id] = Object.entries(ids).find(([, value]) => value !== null) ?? [];
  return kind === undefined ? undefined : `${kind}-${id}`;
}
