import { document, type Row } from "./row";

/** What is no screen: the same for everybody, whoever they are. */
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
  // No such picture; those that there are are everybody's too.
  document("GET /img/:kind/:name", 404),
  document("POST /img/:kind/:name", 405),
  document("GET /map-tiles/:version/:zoom/:x/:file", 200),
  document("POST /map-tiles/:version/:zoom/:x/:file", 405),
  document("GET /errors", 405),
  document("POST /errors", 200, { send: { message: "Sample", stack: "", path: "/" } }),
];
