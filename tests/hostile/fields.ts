import { openApiDocument } from "~/http/api/openapi.server";
import { API_CALLS } from "../support/api-calls";

type Shape = { properties?: Record<string, unknown> };

interface Described {
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, { schema: Shape }> };
}

const described = openApiDocument(API_CALLS, "session").paths as Record<string, Record<string, Described>>;

function operation(verb: string, route: string): Described | undefined {
  const path = route.replace(/^api\/v1/, "").replace(/:(\w+)\??/g, "{$1}");
  return described[path]?.[verb.toLowerCase()];
}

const EVENT = ["title", "startDate", "endDate", "allDay", "location", "category", "url"];
const EVENT_TEXTS = ["shortDescription", "fullDescription", "removeImage", "evenIfOver"];
const GARAGE = ["name", "description", "location", "isPublicAddress", "address", "showOnMap"];
const CAR = ["make", "model", "year", "condition", "description", "story"];
const ENTRY = "kind title text date mileage unit status area cost currency costIsPublic".split(" ");
const PARTS = ["parts[0][name]", "parts[0][maker]", "parts[19][number]", "parts[19][url]", "rows"];
const PHOTO_FORMS = ["intent", "photoId", "photoFilename", "caption"];

/** Fields of the pages' forms. */
const FORMS: Record<string, string[]> = {
  signup: ["name", "email", "password", "passwordConfirm", "invite", "answer"],
  login: ["email", "password", "returnTo"],
  "login/code": ["code"],
  "settings/security": ["intent", "code", "password"],
  "verify-email/:token?": ["intent", "email", "password", "passwordConfirm"],
  "forgot-password": ["email"],
  "reset-password/:token": ["password", "passwordConfirm"],
  settings: ["intent", "name", "bio", "location", "passwordCurrent", "password", "sessionId", "leave", "safety"],
  "settings/notifications": ["paused", "settings[like][site]", "settings[like][mail]", "settings[news][mail]"],
  "settings/invites": ["uses", "days"],
  "admin/site": [
    ...[
      "name",
      "line",
      "accent",
      "removeLogo",
      "contact",
      "announcement",
      "from",
      "until",
      "imprint",
      "privacy",
      "terms",
      "rules",
    ],
  ],
  setup: ["token", "name", "email", "password", "passwordConfirm", "siteName", "line", "registration", "firstPosts"],
  announcement: ["id", "returnTo"],
  "admin/door": ["registration", "question", "refusedDomains", "membersInvite", "firstPosts"],
  "moderation/applications": ["applicationId"],
  "moderation/applications/:applicationId/refuse": ["reason"],
  "unsubscribe/:token": ["List-Unsubscribe"],
  "settings/delete-garage": ["safety", "password"],
  "settings/delete-account": ["safety", "password"],
  toolbox: ["category", "subject", "description", "name", "email", "about"],
  report: ["about", "reason", "text", "law", "name", "email", "children", "goodFaith"],
  "admin/users/:userId/active": ["active", "reason"],
  "admin/tickets": ["intent", "ticketId", "status"],
  "admin/tickets/:ticketId": ["intent", "ticketId", "status", "text"],
  "garages/:garageId": ["rating", "review"],
  "users/:userId/follow": ["following", "returnTo"],
  "users/:userId/unblock": ["returnTo"],
  "users/:userId/mute": ["muted", "returnTo"],
  onboarding: ["garageName", "about", ...GARAGE.slice(2)],
  "garages/:garageId/edit": GARAGE,
  "garages/:garageId/place": ["placeId"],
  "events/:eventId": ["intent", "vehicle"],
  "events/submit": [...EVENT, ...EVENT_TEXTS],
  "events/:eventId/edit": [...EVENT, ...EVENT_TEXTS],
  "events/:eventId/cancel": ["reason"],
  "events/:eventId/place": ["placeId"],
  "admin/events/:eventId/reject": ["reason"],
  "moderation/cases/:caseId": ["intent", "text", "measure", "rule", "facts", "days", "hideAll", "outcome"],
  "cases/:caseId": ["text"],
  "decisions/:key": ["text"],
  "moderation/held": ["intent", "heldId", "userId"],
  "moderation/held/:heldId/refuse": ["reason"],
  "vehicles/new": CAR,
  "vehicles/:vehicleId/edit": CAR,
  "vehicles/:vehicleId/specs": ["name", "value", "name-1", "value-1", "move", "remove", "add", "suggest"],
  "vehicles/:vehicleId": ["text", "parent", ...PHOTO_FORMS],
  "vehicles/:vehicleId/photos": [...PHOTO_FORMS, "move", "turn", "delete", "cover", "caption-1", "place-1"],
  "vehicles/:vehicleId/photos/:photoId": PHOTO_FORMS,
  "vehicles/:vehicleId/photos/:photoId/delete": ["back"],
  "vehicles/:vehicleId/like": ["liked", "returnTo"],
  "vehicles/:vehicleId/build/new": [...ENTRY, ...PARTS],
  "build/:entryId/edit": ["intent", ...ENTRY, ...PARTS, "move", "turn", "caption-1", "place-1", "remove-1"],
  errors: ["message", "stack", "path"],
};

const EVENTS = ["title", "category", "from", "to", "near", "radius", "past"];

/** Query parameters of the pages. */
const QUERIES: Record<string, string[]> = {
  "": ["returnTo", "page"],
  login: ["returnTo", "reason"],
  signup: ["invite"],
  "settings/invites": ["page"],
  "moderation/applications": ["page"],
  search: ["q", "section", "page"],
  toolbox: ["category", "about", "sent"],
  report: ["about"],
  "reports/:token": ["sent"],
  garages: ["name", "sort", "page"],
  "garages/:garageId": ["page"],
  "garages/:garageId/reviews": ["page", "review"],
  "garages/:garageId/followers": ["page"],
  "garages/:garageId/place": ["q"],
  vehicles: ["make", "model", "from", "to", "condition", "q", "sort", "page"],
  "vehicles/makes": ["page"],
  "vehicles/:vehicleId": ["page", "comment"],
  "vehicles/:vehicleId/likes": ["page"],
  "vehicles/:vehicleId/specs": ["kind"],
  "vehicles/:vehicleId/build": ["kind", "page"],
  events: [...EVENTS, "view", "month", "page"],
  "events.ics": EVENTS,
  "events/:eventId": ["page"],
  "events/:eventId/place": ["q"],
  "events/mine": ["page"],
  "map-search": ["place", "near", "at", "radius", "kind", "category", "from", "to", "units", "map", "page"],
  notifications: ["page"],
  "settings/delete-garage": ["safety"],
  "settings/delete-account": ["safety"],
  "users/:userId/block": ["returnTo"],
  admin: ["q", "status", "sort", "page"],
  "admin/log": ["actor", "action", "subjectType", "subjectId", "page"],
  "admin/users/:userId/active": ["returnTo"],
  "admin/tickets": ["status", "category", "subject", "sort", "page"],
  "admin/events": ["page"],
  "moderation/held": ["page"],
  "admin/events/:eventId/approve": ["revision", "returnTo"],
  "admin/events/:eventId/reject": ["revision", "returnTo"],
  "img/:kind/:name": ["w"],
};

export function queryNames(verb: string, route: string): string[] {
  const named = operation(verb, route)?.parameters?.filter((parameter) => parameter.in === "query");
  return named?.map(({ name }) => name) ?? QUERIES[route] ?? [];
}

export function fieldNames(verb: string, route: string): string[] {
  const schema = operation(verb, route)?.requestBody?.content["application/json"]?.schema;
  return schema ? Object.keys(schema.properties ?? {}) : verb === "GET" ? [] : (FORMS[route] ?? []);
}
