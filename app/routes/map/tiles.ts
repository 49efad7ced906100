import type { LoaderFunctionArgs } from "@remix-run/node";
import { findMapTile } from "~/features/map/tiles.server";
import { CACHE_PRIVATE, isNotModified } from "~/http/caching";

/** `/map-tiles/:version/:zoom/:x/:y.svg`: immutable and public. */
export function loader({ request, params }: LoaderFunctionArgs): Response {
  const { version = "", zoom = "", x: column = "", file = "" } = params;
  const row = file.endsWith(".svg") ? file.slice(0, -4) : "";
  const tile = findMapTile({ version, zoom, column, row });
  if (!tile) return missing();
  const etag = `W/"${tile.version}"`;
  const headers = new Headers({
    // Another build rendered the page.
    "Cache-Control": tile.current ? "public, max-age=31536000, immutable" : "public, max-age=60",
    ETag: etag,
  });
  if (isNotModified(request.headers, { etag })) return new Response(null, { status: 304, headers });
  headers.set("Content-Type", "image/svg+xml");
  return new Response(request.method === "HEAD" ? null : tile.svg, { headers });
}

export function action(): Response {
  return new Response("Method Not Allowed", { status: 405, headers: { Allow: "GET, HEAD" } });
}

function missing(): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8", ...CACHE_PRIVATE };
  return new Response("There is no such part of the map.", { status: 404, headers });
}
