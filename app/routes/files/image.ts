import { open } from "node:fs/promises";
import { createReadableStreamFromReadable, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/node";
import { findImageAccess } from "~/features/photos/image-access.server";
import { findImageFile, type ImageFile } from "~/features/photos/image-files.server";
import { FOR_ONE } from "~/http/caching";
import { isUnchanged } from "~/http/conditional";
import { getViewer } from "~/http/session.server";

/**
 * `/img/photos/:name` and `/img/users/:name`, with `?w=` for a width: bytes that never change under their name. A
 * picture that is not public is not cacheable and always sent in full.
 */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<Response> {
  const { kind, name = "" } = params;
  if (kind !== "photos" && kind !== "users") return missing();
  const access = await findImageAccess(kind, name, () => getViewer(request));
  if (access === null) return missing();
  const accept = request.headers.get("accept") ?? "";
  const image = await findImageFile(kind, name, { width: askedWidth(request), accept });
  if (!image) return missing();
  const headers = access === "public" ? publicHeaders(image) : new Headers(FOR_ONE);
  if (access === "public" && isUnchanged(request.headers, image)) return new Response(null, { status: 304, headers });
  headers.set("Content-Type", image.contentType);
  headers.set("Content-Length", String(image.size));
  headers.set("Content-Disposition", "inline");
  if (request.method === "HEAD") return new Response(null, { headers });
  const body = await readFrom(image.path);
  return body ? new Response(body, { headers }) : missing();
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

/** A week, which also bounds how long caches show a picture after it was hidden. */
function publicHeaders(image: ImageFile): Headers {
  return new Headers({
    "Cache-Control": "public, max-age=604800, immutable",
    ETag: image.etag,
    "Last-Modified": new Date(image.modifiedAt).toUTCString(),
    Vary: "Accept",
  });
}

/** The file as a stream; null where it has been deleted meanwhile. */
async function readFrom(path: string): Promise<ReadableStream<Uint8Array> | null> {
  try {
    const file = await open(path);
    return createReadableStreamFromReadable(file.createReadStream());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function missing(): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8", ...FOR_ONE };
  return new Response("There is no such image.", { status: 404, headers });
}
