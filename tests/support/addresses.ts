import { groupBy } from "~/lib/rows";
import { readSources } from "../structure/sources";
import { API_CALLS } from "./api-calls";
import { ROUTES } from "./route-table";

export const PEOPLE = ["visitor", "member", "admin"] as const;
export type Person = (typeof PEOPLE)[number];

interface Facts {
  /**
   * URLs, one per variant, separated by blanks; `:vehicleId` stands for that id in the test's world. Default: the
   * route.
   */
  visits?: string;
  /** Default: everyone; for members' pages all but visitors; for staff pages admins. */
  who?: readonly Person[];
  /** Pages that delete come last, in this order; default 0. */
  turn?: number;
  /** URLs with response 404 or 400. */
  missing?: readonly string[];
  leads?: string;
  /** The window's user, if not the viewer. */
  as?: "newcomer" | "half in";
  /** Missing in the permission matrix, separated by blanks. */
  fields?: string;
  /** Separated by blanks. */
  query?: string;
  /** No user content. */
  isSilent?: true;
}

const OWNER = { who: ["member"] } as const;
const GONE = { who: ["member"], turn: 1 } as const;
const SILENT = { isSilent: true } as const;
const OUTSIDE = { who: ["visitor"] } as const;
const NOWHERE = (path: string) => ({ visits: path, missing: [path] });
const WAITING = (step: string) => `/${step.replace("?", ":pendingEventId")} /${step.replace("?", ":changedEventId")}`;

const LIST = "page";
const EVENTS = "title category from to near radius past";
const EVENT_FIELDS = "allDay removeImage evenIfOver";
const GARAGE_FIELDS = "isPublicAddress address showOnMap";
const CAR_FIELDS = "condition description story";
const ENTRY_FIELDS =
  "kind text date mileage unit status area cost currency costIsPublic parts[0][name] parts[0][maker] parts[19][number] parts[19][url] rows";
const DECISION = { query: "revision returnTo" };

export const FACTS: Readonly<Record<string, Facts>> = {
  "": { query: "returnTo page" },
  // First, because it is small: the controls of all pages are pressed on it.
  "about-us": { turn: -1 },
  setup: {
    ...NOWHERE("/setup"),
    fields: "token name email password passwordConfirm siteName line registration firstPosts",
  },
  "not-found": NOWHERE("/not-found"),
  "*": NOWHERE("/nowhere"),
  signup: { ...OUTSIDE, fields: "invite answer", query: "invite" },
  login: { ...OUTSIDE, fields: "returnTo", query: "returnTo reason" },
  "login/code": { ...OUTSIDE, as: "half in" },
  "verify-email/:token?": {
    visits: "/verify-email/:verifyLink /verify-email",
    missing: ["/verify-email"],
    fields: "intent email",
    ...SILENT,
  },
  "reset-password/:token": { visits: "/reset-password/:resetLink", ...SILENT },
  "unsubscribe/:token": {
    visits: "/unsubscribe/:unsubscribeLink /unsubscribe/unknown",
    missing: ["/unsubscribe/unknown"],
    fields: "List-Unsubscribe",
    ...SILENT,
  },
  garages: { visits: "/garages /garages?q=nothing-has-this-name", query: "name sort page" },
  "garages/:garageId": { visits: "/garages/:garageId /garages/:neighbourGarageId", query: LIST },
  vehicles: {
    visits: "/vehicles /vehicles?make=Ford&from=1960",
    query: "make model from to condition q sort page",
  },
  "vehicles/makes": { query: "limit page" },
  "vehicles/:vehicleId": { visits: "/vehicles/:neighbourVehicleId /vehicles/:vehicleId", query: "page comment" },
  "vehicles/:vehicleId/photos/:photoId": { visits: "/vehicles/:photoVehicleId/photos/:photoId" },
  "vehicles/:vehicleId/build": { query: "kind page" },
  "notifications/:notificationId": {
    visits: "/notifications/:notificationId /notifications/999999",
    who: ["member", "admin"],
    missing: ["/notifications/999999"],
    leads: "to what it is about",
  },
  search: { visits: "/search /search?q=ford", query: "q section page" },
  "vehicles/:vehicleId/like": { fields: "liked returnTo" },
  "vehicles/:vehicleId/likes": { query: LIST },
  "garages/:garageId/followers": { query: LIST },
  "users/:userId/follow": { fields: "following returnTo" },
  "users/:userId/unblock": { fields: "returnTo" },
  "users/:userId/mute": { fields: "muted returnTo" },
  "comments/:commentId": { leads: "to the page that it stands on" },
  "reviews/:reviewId": { leads: "to the page that it stands on" },
  "garages/:garageId/reviews": { visits: "/garages/:neighbourGarageId/reviews", query: "page review" },
  events: { visits: "/events /events?view=month", query: `${EVENTS} view month page` },
  "events.ics": { query: EVENTS },
  "events/:eventId": { visits: "/events/:eventId /events/:changedEventId", query: LIST },
  "map-search": {
    visits: "/map-search /map-search?place=Goodwood,+England&radius=50",
    query: "place near at radius kind category from to units map page",
  },
  toolbox: { fields: "name email about", query: "category about sent" },
  report: {
    visits: "/report /report?about=/vehicles/:neighbourVehicleId /report?about=/garages/:neighbourGarageId",
    fields: "law children",
    query: "about",
  },
  "reports/:token": { visits: "/reports/:reportToken /reports/:reportToken?sent", query: "sent" },
  "decisions/:key": { visits: "/decisions/:decisionKey" },
  // Its dialogs delete garage and account.
  settings: { turn: 4, fields: "bio location" },
  "settings/security": { fields: "password", ...SILENT },
  "settings/invites": { query: LIST, ...SILENT },
  "settings/invites/:inviteId/revoke": { who: ["admin"], ...SILENT },
  "settings/notifications": { fields: "settings[like][site]", ...SILENT },
  "settings/delete-garage": { ...OWNER, turn: 3, fields: "password", query: "safety" },
  "settings/delete-account": { ...OWNER, turn: 3, fields: "password", query: "safety" },
  notifications: { query: LIST },
  onboarding: { ...OWNER, ...SILENT, as: "newcomer", fields: `about ${GARAGE_FIELDS}` },
  "garages/:garageId/edit": { ...OWNER, fields: `description ${GARAGE_FIELDS}` },
  "garages/:garageId/place": { ...OWNER, query: "q" },
  "vehicles/new": { ...OWNER, ...SILENT, fields: CAR_FIELDS },
  "vehicles/:vehicleId/edit": { ...OWNER, fields: CAR_FIELDS },
  "vehicles/:vehicleId/specs": { ...OWNER, fields: "name-1 value-1 move remove suggest", query: "kind" },
  "vehicles/:vehicleId/delete": { ...OWNER, turn: 2 },
  "vehicles/:vehicleId/photos": OWNER,
  "vehicles/:vehicleId/photos/:photoId/delete": { ...GONE, visits: "/vehicles/:photoVehicleId/photos/:photoId/delete" },
  "vehicles/:vehicleId/build/new": { ...OWNER, fields: ENTRY_FIELDS },
  "build/:entryId/edit": { ...OWNER, fields: `${ENTRY_FIELDS} turn place-1` },
  "build/:entryId/delete": GONE,
  admin: { query: "q status sort page" },
  "admin/log": { query: "actor action subjectType subjectId page" },
  "admin/site": { fields: "accent removeLogo contact from until imprint privacy terms rules" },
  "admin/site/:text": { visits: "/admin/site/terms" },
  "admin/users/:userId/active": {
    visits: "/admin/users/:userId/active?active=false",
    turn: 1,
    fields: "reason",
    query: "returnTo",
  },
  "admin/users/:userId/role": { turn: 1 },
  "moderation/cases/:caseId": { fields: "days hideAll" },
  "cases/:caseId": { ...OWNER, visits: "/cases/:decidedCaseId" },
  "moderation/applications": { query: LIST },
  "moderation/held": { query: LIST },
  "events/submit": { fields: EVENT_FIELDS, ...SILENT },
  "events/mine": { query: LIST },
  "events/:eventId/edit": {
    ...OWNER,
    visits: "/events/:pendingEventId/edit /events/:eventId/edit /events/:changedEventId/edit",
    fields: EVENT_FIELDS,
  },
  "events/:eventId/cancel": GONE,
  "events/:eventId/place": { who: ["admin"], query: "q" },
  "admin/events": { query: LIST },
  "admin/events/:eventId/approve": { visits: WAITING("admin/events/?/approve"), ...DECISION },
  "admin/events/:eventId/reject": { visits: WAITING("admin/events/?/reject"), ...DECISION },
  "moderation/events/:eventId/approve": { visits: WAITING("moderation/events/?/approve"), ...DECISION },
  "moderation/events/:eventId/reject": { visits: WAITING("moderation/events/?/reject"), ...DECISION },
  "admin/tickets": { fields: "intent", query: "status category subject sort page" },
  "admin/tickets/:ticketId": { fields: "ticketId" },
  "users/:userId/block": { visits: "/users/:activeUserId/block", who: ["member", "admin"], turn: 1, query: "returnTo" },
  "comments/:commentId/edit": { ...OWNER, fields: "text" },
  "comments/:commentId/delete": GONE,
  "reviews/:reviewId/delete": GONE,
  "img/:kind/:name": { query: "w" },
};

const words = (text = "") => text.split(" ").filter(Boolean);

export interface Address {
  /** Such as `garages/:garageId`. */
  route: string;
  /** As in data requests. */
  id: string;
  /** Below `app/`; "" outside of the router. */
  file: string;
  verbs: string[];
  isPage: boolean;
  /** Visitors are redirected home. */
  isForMembers: boolean;
  visits: string[];
  fields: string[];
  query: string[];
  facts: Facts;
}

const API = "api/v1/";
const sources = readSources("app/routes");

/** By the module's exports, outside of the API. */
function verbsOf(file: string): string[] {
  const source = sources.get(`app/${file}`) ?? "";
  const exported = [...source.matchAll(/^export (?:default function|(?:async )?function|const) (\{[^}]*\}|\w+)/gm)];
  const names = exported.flatMap(([line, name = ""]) => (line.includes("default") ? "loader" : name.match(/\w+/g)));
  return [...(names.includes("loader") ? ["GET"] : []), ...(names.includes("action") ? ["POST"] : [])];
}

function addressOf(route: string, verbs: string[], module: { id?: string; file?: string; parentId?: string } = {}) {
  const facts = FACTS[route] ?? {};
  return {
    ...{ route, verbs, id: (module.id ?? "").replace(/\.\w+$/, ""), file: module.file ?? "" },
    ...{
      isPage: module.file?.endsWith(".tsx") ?? false,
      isForMembers: module.parentId?.endsWith("member.tsx") ?? false,
    },
    ...{ visits: words(facts.visits ?? `/${route}`), fields: words(facts.fields), query: words(facts.query), facts },
  };
}

/** The API as one pattern, and resumable uploads (their tests try HEAD). */
export const ADDRESSES: readonly Address[] = [
  ...ROUTES.filter(({ path, index }) => index || (path && (!path.startsWith(API) || path === `${API}*`))).map(
    (module) => addressOf(module.path ?? "", verbsOf(module.file), module),
  ),
  ...[...groupBy(API_CALLS, ({ pattern }) => pattern)].map(([pattern, calls]) =>
    addressOf(
      pattern.slice(1),
      calls.map(({ method }) => method),
    ),
  ),
  addressOf("uploads", ["POST"]),
  addressOf("uploads/:uploadId", ["PATCH", "DELETE"]),
];

export const PAGES: readonly Address[] = ADDRESSES.filter(({ isPage }) => isPage).sort(
  (one, other) => (one.facts.turn ?? 0) - (other.facts.turn ?? 0),
);

export const fillIn = (visit: string, thing: (name: string) => number | string): string =>
  visit.replace(/:(\w+)/g, (_, name: string) => String(thing(name)));

export const pagesOf = (person: Person): Address[] =>
  PAGES.filter(({ route, isForMembers, facts: { who } }) => {
    const usual = /^(admin|moderation)/.test(route) ? ["admin"] : isForMembers ? ["member", "admin"] : PEOPLE;
    return (who ?? usual).includes(person);
  });
