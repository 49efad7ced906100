import { document, everyone, members, picture, piece, type Row } from "./row";
import {
  avatar,
  entryPhoto,
  eventPicture,
  hiddenAvatar,
  hiddenEntryPhoto,
  hiddenPhoto,
  lostPicture,
  photo,
} from "./stored";

/** Addresses that are no screens: the same for everybody, but images of hidden content. */
export const DOCUMENTS: Row[] = [
  document("GET /feed.xml", 200),
  document("POST /feed.xml", 405),
  document("GET /garages/:garageId/feed.xml", 200),
  document("GET /garages/:garageId/feed.xml", 404, { on: { garageId: "hiddenGarageId" } }),
  document("POST /garages/:garageId/feed.xml", 405),
  document("GET /events/feed.xml", 200),
  document("POST /events/feed.xml", 405),
  document("GET /events.ics", 200),
  document("POST /events.ics", 405),
  document("GET /events/:eventId.ics", 200),
  document("GET /events/:eventId.ics", 404, { on: { eventId: "pendingEventId" } }),
  document("GET /events/:eventId.ics", 404, { on: { eventId: "rejectedEventId" } }),
  document("POST /events/:eventId.ics", 405),
  document("GET /robots.txt", 200),
  document("POST /robots.txt", 405),
  document("GET /sitemap.xml", 200),
  document("POST /sitemap.xml", 405),
  document("GET /:file.xml", 200),
  document("POST /:file.xml", 405),
  document("GET /search/suggestions", 200),
  document("POST /search/suggestions", 405),
  document("GET /img/:kind/:name", 404),
  picture("photos", lostPicture, everyone(404)),
  picture("photos", photo, everyone(200)),
  picture("photos", hiddenPhoto, [404, 404, 404, 404, 200]),
  picture("photos", entryPhoto, everyone(200)),
  picture("photos", hiddenEntryPhoto, [404, 404, 404, 404, 200]),
  picture("photos", eventPicture("eventId"), everyone(200)),
  picture("photos", eventPicture("pendingEventId"), [404, 404, 200, 404, 200]),
  picture("photos", eventPicture("rejectedEventId"), [404, 404, 200, 404, 200]),
  picture("users", avatar, everyone(200)),
  picture("users", hiddenAvatar, [404, 404, 404, 404, 200]),
  document("POST /img/:kind/:name", 405),
  document("GET /map-tiles/:version/:zoom/:x/:file", 200),
  document("POST /map-tiles/:version/:zoom/:x/:file", 405),
  document("GET /errors", 405),
  document("POST /errors", 200, { send: { message: "Sample", stack: "", path: "/" } }),
];

const NEXT = { "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream" };

/** Photos in pieces: everybody's own, and nobody else's. */
export const UPLOADS: Row[] = [
  piece("POST /uploads", members(201, 401), { "Upload-Length": "9" }),
  piece("PATCH /uploads/:uploadId", [401, 404, 204, 404, 404], NEXT),
  piece("DELETE /uploads/:uploadId", [401, 404, 204, 404, 404]),
];
