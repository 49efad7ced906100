import { alsoHidden, document, everyone, members, picture, piece, type Row, readOnly, staff } from "./row";
import * as stored from "./stored";

/** Without a screen. Equal for every user, except images of hidden content. */
export const DOCUMENTS: Row[] = [
  ...readOnly("/feed.xml"),
  ...alsoHidden(document("GET /garages/:garageId/feed.xml", 200)),
  document("POST /garages/:garageId/feed.xml", 405),
  ...readOnly("/events/feed.xml"),
  ...readOnly("/events.ics"),
  ...readOnly(
    "/events/:eventId.ics",
    document("GET /events/:eventId.ics", 404, { on: { eventId: "pendingEventId" } }),
    document("GET /events/:eventId.ics", 404, { on: { eventId: "rejectedEventId" } }),
  ),
  document("GET /calendar/:key.ics", 200, { on: { key: "calendarLink" } }),
  document("GET /calendar/:key.ics", 404),
  document("POST /calendar/:key.ics", 405),
  ...readOnly("/robots.txt"),
  ...readOnly("/site.webmanifest"),
  ...readOnly("/sitemap.xml"),
  ...readOnly("/:file.xml"),
  ...readOnly("/search/suggestions"),
  ...readOnly("/places/suggestions"),
  document("GET /img/:kind/:name", 404),
  picture("photos", stored.lostPicture, everyone(404)),
  picture("photos", stored.photo, everyone(200)),
  staff(picture("photos", stored.hiddenPhoto, [404, 404, 404, 404, 200])),
  picture("photos", stored.entryPhoto, everyone(200)),
  staff(picture("photos", stored.hiddenEntryPhoto, [404, 404, 404, 404, 200])),
  picture("photos", stored.eventPicture("eventId"), everyone(200)),
  staff(picture("photos", stored.eventPicture("pendingEventId"), [404, 404, 200, 404, 200])),
  staff(picture("photos", stored.eventPicture("rejectedEventId"), [404, 404, 200, 404, 200])),
  staff(picture("photos", stored.changePicture, [404, 404, 200, 404, 200])),
  picture("users", stored.avatar, everyone(200)),
  staff(picture("users", stored.hiddenAvatar, [404, 404, 404, 404, 200])),
  document("POST /img/:kind/:name", 405),
  document("GET /icons/:file", 404),
  document("POST /icons/:file", 405),
  document("GET /favicon.ico", "/icon.ico"),
  document("POST /favicon.ico", 405),
  ...readOnly("/map-tiles/:version/:zoom/:x/:file"),
  document("GET /errors", 405),
  document("POST /errors", 200, { send: { message: "Sample", stack: "", path: "/" } }),
];

const NEXT = { "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream" };

/** Only the uploader's own. */
export const UPLOADS: Row[] = [
  piece("POST /uploads", members(201, 401), { "Upload-Length": "9" }),
  piece("PATCH /uploads/:uploadId", [401, 404, 204, 404, 404], NEXT),
  piece("DELETE /uploads/:uploadId", [401, 404, 204, 404, 404]),
];
