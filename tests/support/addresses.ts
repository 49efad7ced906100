import { groupBy } from "~/lib/rows";
import { readSources } from "../structure/sources";
import { API_CALLS } from "./api-calls";
import { ROUTES } from "./route-table";

export const VIEWER_KINDS = ["visitor", "member", "admin"] as const;
export type ViewerKind = (typeof VIEWER_KINDS)[number];

interface AddressFacts {
  /**
   * URLs, one per variant, separated by blanks; `:vehicleId` stands for that id in the test's world. Default: the
   * route.
   */
  urls?: string;
  /** Default: everyone; for members' pages all but visitors; for staff pages admins. */
  viewers?: readonly ViewerKind[];
  /** Pages that delete come last, in this order; default 0. */
  order?: number;
  /** URLs with response 404 or 400. */
  missing?: readonly string[];
  target?: string;
  /** The window's user, if not the viewer. */
  as?: "newcomer" | "half in";
  /** Missing in the permission matrix, separated by blanks. */
  fields?: string;
  /** Separated by blanks. */
  query?: string;
  /** No user content. */
  isSilent?: true;
}

const FOR_MEMBERS = { viewers: ["member"] } as const;
const DELETES = { viewers: ["member"], order: 1 } as const;
const SILENT = { isSilent: true } as const;
const FOR_VISITORS = { viewers: ["visitor"] } as const;
const missingPage = (path: string) => ({ urls: path, missing: [path] });
const pendingStep = (step: string) =>
  `/${step.replace("?", ":pendingEventId")} /${step.replace("?", ":changedEventId")}`;

const PAGED = "page";
const EVENTS = "title category from to near radius past";
const EVENT_FIELDS = "allDay removeImage evenIfOver scope";
const GARAGE_FIELDS = "isPublicAddress address showOnMap";
const CAR_FIELDS = "condition description story";
const ENTRY_FIELDS =
  "kind text date mileage unit status area cost currency costIsPublic parts[0][name] parts[0][maker] parts[19][number] parts[19][url] rows";
const DECISION = { query: "revision returnTo" };

export const FACTS: Readonly<Record<string, AddressFacts>> = {
  "": { query: "returnTo page" },
  // First, because it is small: the controls of all pages are pressed on it.
  "about-us": { order: -1 },
  setup: {
    ...missingPage("/setup"),
    fields: "token name email password passwordConfirm siteName line registration firstPosts",
  },
  "not-found": missingPage("/not-found"),
  "*": missingPage("/nowhere"),
  signup: { ...FOR_VISITORS, fields: "invite answer", query: "invite" },
  login: { ...FOR_VISITORS, fields: "returnTo", query: "returnTo reason" },
  "login/code": { ...FOR_VISITORS, as: "half in" },
  "login/passkey": { query: "to" },
  "login/oidc": { ...missingPage("/login/oidc"), fields: "returnTo invite" },
  "login/oidc/callback": { ...missingPage("/login/oidc/callback"), query: "code state iss error" },
  "verify-email/:token?": {
    urls: "/verify-email/:verifyLink /verify-email",
    missing: ["/verify-email"],
    fields: "intent email",
    ...SILENT,
  },
  "reset-password/:token": { urls: "/reset-password/:resetLink", ...SILENT },
  "calendar/:key.ics": {
    urls: "/calendar/:calendarLink.ics /calendar/unknown.ics",
    missing: ["/calendar/unknown.ics"],
    ...SILENT,
  },
  "settings/calendar": { ...FOR_MEMBERS },
  "confirm-email/:token": {
    urls: "/confirm-email/:confirmLink /confirm-email/unknown",
    missing: ["/confirm-email/unknown"],
    ...SILENT,
  },
  "undo-email/:token": {
    urls: "/undo-email/:undoLink /undo-email/unknown",
    missing: ["/undo-email/unknown"],
    ...SILENT,
  },
  "unsubscribe/:token": {
    urls: "/unsubscribe/:unsubscribeLink /unsubscribe/unknown",
    missing: ["/unsubscribe/unknown"],
    fields: "List-Unsubscribe",
    ...SILENT,
  },
  garages: { urls: "/garages /garages?q=nothing-has-this-name", query: "name make near radius sort page" },
  "garages/:garageId": { urls: "/garages/:garageId /garages/:neighbourGarageId", query: PAGED },
  vehicles: {
    urls: "/vehicles /vehicles?make=Ford&from=1960",
    query: "make model from to condition q sort page",
  },
  "vehicles/makes": { query: "limit page" },
  "vehicles/:vehicleId": { urls: "/vehicles/:neighbourVehicleId /vehicles/:vehicleId", query: "page comment" },
  "vehicles/:vehicleId/photos/:photoId": { urls: "/vehicles/:photoVehicleId/photos/:photoId" },
  "vehicles/:vehicleId/build": { query: "kind page" },
  "notifications/:notificationId": {
    urls: "/notifications/:notificationId /notifications/999999",
    viewers: ["member", "admin"],
    missing: ["/notifications/999999"],
    target: "to what it is about",
  },
  search: { urls: "/search /search?q=ford", query: "q section page" },
  "vehicles/:vehicleId/like": { fields: "liked returnTo" },
  "vehicles/:vehicleId/likes": { query: PAGED },
  "garages/:garageId/followers": { query: PAGED },
  "users/:userId/follow": { fields: "following returnTo" },
  "users/:userId/unblock": { fields: "returnTo" },
  "users/:userId/mute": { fields: "muted returnTo" },
  "comments/:commentId": { target: "to the page that it stands on" },
  "reviews/:reviewId": { target: "to the page that it stands on" },
  "garages/:garageId/reviews": { urls: "/garages/:neighbourGarageId/reviews", query: "page review" },
  events: { urls: "/events /events?view=month", query: `${EVENTS} view month page` },
  "events.ics": { query: EVENTS },
  "events/:eventId": { urls: "/events/:eventId /events/:changedEventId", query: PAGED },
  "map-search": {
    urls: "/map-search /map-search?place=Goodwood,+England&radius=50",
    query: "place near at radius kind category from to units map page",
  },
  toolbox: { fields: "name email about", query: "category about sent" },
  report: {
    urls: "/report /report?about=/vehicles/:neighbourVehicleId /report?about=/garages/:neighbourGarageId",
    fields: "law children",
    query: "about",
  },
  "reports/:token": { urls: "/reports/:reportToken /reports/:reportToken?sent", query: "sent" },
  "decisions/:key": { urls: "/decisions/:decisionKey" },
  // Its dialogs delete garage and account.
  settings: { order: 4, fields: "bio location" },
  "settings/security": { fields: "password response", ...SILENT },
  "settings/data": { fields: "password", ...SILENT },
  "settings/invites": { query: PAGED, ...SILENT },
  "settings/invites/:inviteId/revoke": { viewers: ["admin"], ...SILENT },
  "settings/notifications": { fields: "settings[like][site]", ...SILENT },
  "settings/delete-garage": { ...FOR_MEMBERS, order: 3, fields: "password", query: "safety" },
  "settings/delete-account": { ...FOR_MEMBERS, order: 3, fields: "password", query: "safety" },
  notifications: { query: PAGED },
  onboarding: { ...FOR_MEMBERS, ...SILENT, as: "newcomer", fields: `about ${GARAGE_FIELDS}` },
  "garages/:garageId/edit": { ...FOR_MEMBERS, fields: `description ${GARAGE_FIELDS}` },
  "garages/:garageId/place": { ...FOR_MEMBERS, query: "q" },
  "vehicles/new": { ...FOR_MEMBERS, ...SILENT, fields: CAR_FIELDS },
  "vehicles/:vehicleId/edit": { ...FOR_MEMBERS, fields: CAR_FIELDS },
  "vehicles/:vehicleId/specs": { ...FOR_MEMBERS, fields: "name-1 value-1 move remove suggest", query: "kind" },
  "vehicles/:vehicleId/delete": { ...FOR_MEMBERS, order: 2 },
  "vehicles/:vehicleId/photos": FOR_MEMBERS,
  "vehicles/:vehicleId/photos/:photoId/delete": {
    ...DELETES,
    urls: "/vehicles/:photoVehicleId/photos/:photoId/delete",
  },
  "vehicles/:vehicleId/build/new": { ...FOR_MEMBERS, fields: ENTRY_FIELDS },
  "build/:entryId/edit": { ...FOR_MEMBERS, fields: `${ENTRY_FIELDS} turn place-1` },
  "build/:entryId/delete": DELETES,
  "admin/users": { query: "q role status joined seen storage sort page" },
  "admin/users.csv": { query: "q role status joined seen storage sort" },
  "admin/log": { query: "actor action subjectType subjectId page" },
  "admin/log.csv": { query: "actor action subjectType subjectId" },
  "admin/backups": { fields: "intent" },
  "admin/mail": { fields: "intent mailId", query: "state q page" },
  "admin/site": { fields: "accent removeLogo contact from until imprint privacy terms rules" },
  "admin/site/:text": { urls: "/admin/site/terms" },
  "admin/users/:userId/:act": {
    urls: "/admin/users/:userId/role /admin/users/:userId/active /admin/users/:userId/suspend",
    order: 2,
    fields: "rule facts days hideAll",
  },
  "moderation/many": {
    urls: "/moderation/many?act=claim&id=:caseId",
    order: 1,
    fields: "reason",
    query: "act id returnTo",
  },
  "moderation/cases/:caseId": { fields: "days hideAll" },
  "cases/:caseId": { ...FOR_MEMBERS, urls: "/cases/:decidedCaseId" },
  "moderation/applications": { query: PAGED },
  "moderation/held": { query: PAGED },
  "events/submit": { fields: EVENT_FIELDS, ...SILENT },
  "events/mine": { query: PAGED },
  "events/:eventId/edit": {
    ...FOR_MEMBERS,
    urls: "/events/:pendingEventId/edit /events/:eventId/edit /events/:changedEventId/edit",
    fields: EVENT_FIELDS,
  },
  "events/:eventId/cancel": { ...DELETES, fields: "scope" },
  "events/:eventId/place": { viewers: ["admin"], query: "q" },
  "admin/events": { query: PAGED },
  "admin/events/:eventId/approve": { urls: pendingStep("admin/events/?/approve"), ...DECISION },
  "admin/events/:eventId/reject": { urls: pendingStep("admin/events/?/reject"), ...DECISION },
  "moderation/events/:eventId/approve": { urls: pendingStep("moderation/events/?/approve"), ...DECISION },
  "moderation/events/:eventId/reject": { urls: pendingStep("moderation/events/?/reject"), ...DECISION },
  "admin/tickets": { fields: "intent", query: "status category subject sort page" },
  "admin/tickets/:ticketId": { fields: "ticketId" },
  "users/:userId/block": {
    urls: "/users/:activeUserId/block",
    viewers: ["member", "admin"],
    order: 1,
    query: "returnTo",
  },
  "comments/:commentId/edit": { ...FOR_MEMBERS, fields: "text" },
  "comments/:commentId/delete": DELETES,
  "reviews/:reviewId/delete": DELETES,
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
  urls: string[];
  fields: string[];
  query: string[];
  facts: AddressFacts;
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
      isForMembers: /(member|settings-group)\.tsx$/.test(module.parentId ?? ""),
    },
    ...{ urls: words(facts.urls ?? `/${route}`), fields: words(facts.fields), query: words(facts.query), facts },
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
  (a, b) => (a.facts.order ?? 0) - (b.facts.order ?? 0),
);

export const fillIn = (visit: string, idOf: (name: string) => number | string): string =>
  visit.replace(/:(\w+)/g, (_, name: string) => String(idOf(name)));

export const pagesOf = (viewer: ViewerKind): Address[] =>
  PAGES.filter(({ route, isForMembers, facts: { viewers } }) => {
    const usual = /^(admin|moderation)/.test(route) ? ["admin"] : isForMembers ? ["member", "admin"] : VIEWER_KINDS;
    return (viewers ?? usual).includes(viewer);
  });
