import { Readable } from "node:stream";
import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { findImageAccess } from "~/features/photos/image-access.server";
import { AWAY, findImageFile, type ImageFile, readImageFile } from "~/features/photos/image-files.server";
import { placeholderImage } from "~/features/photos/placeholder";
import { parseByteRange } from "~/http/byte-range";
import { FOR_ONE } from "~/http/caching";
import { isUnchanged } from "~/http/conditional";
import { pacedBody } from "~/http/paced-body.server";
import { getViewer } from "~/http/session.server";
import type { ImageKind } from "~/lib/image-name";

/**
 * `/img/photos/:name` and `/img/users/:name`, with `?w=` for a width: bytes that never change under their name. A
 * picture that is not public is not cacheable and always sent in full. While the photo store is away a placeholder stands
 * in for it.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const { kind, name = "" } = params;
  if (kind !== "photos" && kind !== "users") return missing();
  const access = await findImageAccess(kind, name, () => getViewer(request));
  if (access === null) return missing();
  const accept = request.headers.get("accept") ?? "";
  const image = await findImageFile(kind, name, { width: askedWidth(request), accept });
  if (image === null) return missing();
  if (image === AWAY) return placeholder(kind, name, request);
  const isPublic = access === "public";
  const headers = isPublic ? publicHeaders(image) : new Headers(FOR_ONE);
  if (isPublic && isUnchanged(request.headers, image)) return new Response(null, { status: 304, headers });
  const range = isPublic ? askedRange(request, image) : null;
  if (range === "unsatisfiable") return unsatisfiable(image);
  headers.set("Content-Type", image.contentType);
  headers.set("Content-Disposition", "inline");
  headers.set("Content-Length", String(range ? range.end - range.start + 1 : image.size));
  if (range) headers.set("Content-Range", `bytes ${range.start}-${range.end}/${image.size}`);
  const answer = { status: range ? 206 : 200, headers };
  if (request.method === "HEAD") return new Response(null, answer);
  const bytes = await readImageFile(image, range ?? undefined);
  if (bytes === null) return missing();
  if (bytes === AWAY) return placeholder(kind, name, request);
  return new Response(bytes instanceof Readable ? pacedBody(bytes, context.drained) : bytes, answer);
}

/** Headers of Remix's data requests for this route; the image response sets its own. */
export const headers: HeadersFunction = () => FOR_ONE;

export function action(): Response {
  return new Response("Method Not Allowed", { status: 405, headers: { Allow: "GET, HEAD" } });
}

function askedWidth(request: Request): number | undefined {
  const text = new URL(request.url).searchParams.get("w") ?? "";
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined;
}

/** The part that is asked for; the whole where `If-Range` names another file than this. */
function askedRange({ method, headers }: Request, { size, etag }: ImageFile) {
  const condition = headers.get("if-range");
  if (method !== "GET" || (condition !== null && condition !== etag)) return null;
  return parseByteRange(headers.get("range"), size);
}

/** A week, which also bounds how long caches show a picture after it was hidden. */
function publicHeaders(image: ImageFile): Headers {
  return new Headers({
    "Accept-Ranges": "bytes",
    "Cache-Control": "public, max-age=604800, immutable",
    ETag: image.etag,
    "Last-Modified": new Date(image.modifiedAt).toUTCString(),
    Vary: "Accept",
  });
}

function unsatisfiable({ size }: ImageFile): Response {
  return new Response(null, { status: 416, headers: { ...FOR_ONE, "Content-Range": `bytes */${size}` } });
}

/** Of success, so that pages stay whole; nobody keeps it. */
function placeholder(kind: ImageKind, name: string, { method }: Request): Response {
  const body = placeholderImage(kind, name);
  const headers = {
    ...FOR_ONE,
    "Content-Type": "image/svg+xml",
    "Content-Disposition": "inline",
    "Content-Length": String(Buffer.byteLength(body)),
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  };
  return new Response(method === "HEAD" ? null : body, { headers });
}

function missing(): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8", ...FOR_ONE };
  return new Response("There is no such image.", { status: 404, headers });
}
