import { Readable } from "node:stream";
import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import {
  findImageAccess,
  findImageFile,
  type ImageFile,
  readImageFile,
  STORE_UNAVAILABLE,
} from "~/features/photos/image-files.server";
import { CACHE_PRIVATE, isNotModified, PICTURE_SECONDS } from "~/http/caching";
import { parseByteRange, streamWithBackpressure } from "~/http/page/download.server";
import { getViewer } from "~/http/session/session.server";
import { type ImageKind, parseImageName } from "~/lib/images";

/**
 * `/img/photos/:name` and `/img/users/:name`, with `?w=` for a width; the bytes of a name never change. A private
 * picture is never cacheable and always sent in full. A placeholder replaces photos while the store is unavailable.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Response> {
  const { kind, name = "" } = params;
  if (kind !== "photos" && kind !== "users") return missing();
  const access = await findImageAccess(kind, name, () => getViewer({ request, context }));
  if (access === null) return missing();
  const accept = request.headers.get("accept") ?? "";
  const image = await findImageFile(kind, name, { width: parseWidth(request), accept });
  if (image === null) return missing();
  if (image === STORE_UNAVAILABLE) return placeholder(kind, name, request);
  const isPublic = access === "public";
  const headers = isPublic ? publicHeaders(image) : new Headers(CACHE_PRIVATE);
  if (isPublic && isNotModified(request.headers, image)) return new Response(null, { status: 304, headers });
  const range = isPublic ? parseRange(request, image) : null;
  if (range === "unsatisfiable") return unsatisfiable(image);
  headers.set("Content-Type", image.contentType);
  headers.set("Content-Disposition", "inline");
  headers.set("Content-Length", String(range ? range.end - range.start + 1 : image.size));
  if (range) headers.set("Content-Range", `bytes ${range.start}-${range.end}/${image.size}`);
  const init = { status: range ? 206 : 200, headers };
  if (request.method === "HEAD") return new Response(null, init);
  const bytes = await readImageFile(image, range ?? undefined);
  if (bytes === null) return missing();
  if (bytes === STORE_UNAVAILABLE) return placeholder(kind, name, request);
  return new Response(bytes instanceof Readable ? streamWithBackpressure(bytes, context.drained) : bytes, init);
}

/** For Remix's data requests. */
export const headers: HeadersFunction = () => CACHE_PRIVATE;

export function action(): Response {
  return new Response("Method Not Allowed", { status: 405, headers: { Allow: "GET, HEAD" } });
}

function parseWidth(request: Request): number | undefined {
  const text = new URL(request.url).searchParams.get("w") ?? "";
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined;
}

/** null for the whole file, also if `If-Range` names another version. */
function parseRange({ method, headers }: Request, { size, etag }: ImageFile) {
  const condition = headers.get("if-range");
  if (method !== "GET" || (condition !== null && condition !== etag)) return null;
  return parseByteRange(headers.get("range"), size);
}

function publicHeaders(image: ImageFile): Headers {
  return new Headers({
    "Accept-Ranges": "bytes",
    "Cache-Control": `public, max-age=${PICTURE_SECONDS}, immutable`,
    ETag: image.etag,
    "Last-Modified": new Date(image.modifiedAt).toUTCString(),
    Vary: "Accept",
  });
}

function unsatisfiable({ size }: ImageFile): Response {
  return new Response(null, { status: 416, headers: { ...CACHE_PRIVATE, "Content-Range": `bytes */${size}` } });
}

/** A success, so that pages render; never cached. */
function placeholder(kind: ImageKind, name: string, { method }: Request): Response {
  const body = placeholderImage(kind, name);
  const headers = {
    ...CACHE_PRIVATE,
    "Content-Type": "image/svg+xml",
    "Content-Disposition": "inline",
    "Content-Length": String(Buffer.byteLength(body)),
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  };
  return new Response(method === "HEAD" ? null : body, { headers });
}

function missing(): Response {
  const headers = { "Content-Type": "text/plain; charset=utf-8", ...CACHE_PRIVATE };
  return new Response("There is no such image.", { status: 404, headers });
}

/** Half the sign's width, as a fraction of the shorter side. */
const SIGN = 0.09;

/**
 * An SVG with the image's mean colour and proportions, and a crossed-out picture in the middle.
 * @param name of a stored image
 */
function placeholderImage(kind: ImageKind, name: string): string {
  const { width = 4, height = 3, color = "808080" } = parseImageName(name) ?? {};
  const [wide, high] = kind === "users" ? [width, width] : [width, height];
  const unit = Math.min(wide, high) * SIGN;
  const place = `translate(${wide / 2} ${high / 2}) scale(${unit})`;
  const ink = isLight(color) ? "#000" : "#fff";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}">` +
    `<rect width="100%" height="100%" fill="#${color}"/>` +
    `<g transform="${place}" fill="none" stroke="${ink}" stroke-opacity=".55" stroke-width=".16" ` +
    `stroke-linecap="round" stroke-linejoin="round"><rect x="-1" y="-.75" width="2" height="1.5" rx=".2"/>` +
    `<path d="M-1 .45l.6-.6.45.45.3-.3.65.65"/><circle cx=".4" cy="-.3" r=".14"/><path d="M-1.1 1.05l2.2-2.1"/></g></svg>`
  );
}

function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140;
}
