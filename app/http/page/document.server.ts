import { createHash } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { publicUrl } from "~/env.server";
import { DomainError } from "~/lib/errors";
import { CACHE_OWN, CACHE_PRIVATE, CACHE_PUBLIC, type CacheRule, isNotModified } from "../caching";
import { logRequestFault } from "../fault.server";
import { retryHeaders, STATUS } from "../status";

/** Neither a page nor JSON: a feed, a calendar, a site map. */
export interface TextDocument {
  body: string;
  contentType: string;
  /** ms since 1970; omitted if unknown. */
  modifiedAt?: number;
  /** Of a download. */
  fileName?: string;
  /** For the holder of a secret address. */
  isPrivate?: true;
}

type ProgramDocument = Omit<TextDocument, "body"> & { body: string | Buffer<ArrayBuffer> };

/**
 * Loader and action with entity tag, 304, HEAD, 405 with Allow. Errors are one line of plain text; faults are logged.
 * `make` may throw a redirect.
 * @param make gets the public address, the base of every link
 */
export function documentRoute(
  cache: CacheRule,
  make: (args: LoaderFunctionArgs, origin: string) => ProgramDocument | Promise<ProgramDocument>,
) {
  return {
    cache,
    loader: async (args: LoaderFunctionArgs): Promise<Response> => {
      try {
        return respond(args, await make(args, publicUrl()));
      } catch (error) {
        return refusal(error, args);
      }
    },
    action: (_: ActionFunctionArgs): Response => text(405, "Method Not Allowed", { Allow: "GET, HEAD" }),
  };
}

function respond({ request }: LoaderFunctionArgs, document: ProgramDocument): Response {
  const { body, contentType, modifiedAt, fileName, isPrivate } = document;
  // Weak: the response may be compressed. The response cache makes a strong one per encoding.
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = new Headers({ ...(isPrivate ? CACHE_OWN : CACHE_PUBLIC), ETag: etag });
  if (modifiedAt !== undefined) headers.set("Last-Modified", new Date(modifiedAt).toUTCString());
  if (isNotModified(request.headers, { etag, modifiedAt })) return new Response(null, { status: 304, headers });
  headers.set("Content-Type", contentType);
  if (fileName !== undefined) headers.set("Content-Disposition", `attachment; filename="${fileName}"`);
  return new Response(body, { headers });
}

function refusal(error: unknown, { request, context }: LoaderFunctionArgs): Response {
  if (error instanceof Response) return error;
  if (error instanceof DomainError) return text(STATUS[error.code], error.message, retryHeaders(error));
  return text(500, `Something went wrong. (${logRequestFault(error, request, context)})`);
}

function text(status: number, message: string, headers: Record<string, string> = {}): Response {
  const ownHeaders = { "Content-Type": "text/plain; charset=utf-8", ...CACHE_PRIVATE };
  return new Response(`${message}\n`, { status, headers: { ...ownHeaders, ...headers } });
}
