import { Writable } from "node:stream";
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { CACHE_PRIVATE, CACHE_PUBLIC } from "~/http/caching";
import { logFault, logRequestFault } from "~/http/fault.server";
import { DocumentContext } from "~/ui/document/document-context";

export { startSite } from "~/server/process/start-site";

const RENDER_TIMEOUT_MS = 5_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
) {
  const body = await renderPage(remixContext, request, context);
  headers.set("Content-Type", "text/html; charset=utf-8");
  const wait = retryAfterOf(remixContext);
  if (wait !== undefined) headers.set("Retry-After", wait);
  for (const [name, value] of Object.entries(CACHE_PUBLIC)) if (!headers.has(name)) headers.set(name, value);
  headers.append("Vary", "Cookie");
  return new Response(body, { headers, status });
}

function renderPage(remixContext: EntryContext, request: Request, { nonce, requestId }: AppLoadContext) {
  const faultId = remixContext.staticHandlerContext.errors ? requestId : undefined;
  return new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
    let hasResponded = false;
    const { pipe, abort } = renderToPipeableStream(
      <DocumentContext.Provider value={{ nonce, faultId }}>
        <RemixServer context={remixContext} url={request.url} abortDelay={RENDER_TIMEOUT_MS} nonce={nonce} />
      </DocumentContext.Provider>,
      {
        nonce,
        // No data is deferred: the page is complete.
        onAllReady() {
          hasResponded = true;
          clearTimeout(timer);
          pipe(collect(resolve));
        },
        onShellError(error) {
          clearTimeout(timer);
          reject(error);
        },
        onError(error) {
          if (hasResponded) logRequestFault(error, request, { requestId });
        },
      },
    );
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS + 1000);
  });
}

/** Compressed and sent in one piece: React writes pieces of 2 KB. */
function collect(done: (html: Buffer<ArrayBuffer>) => void): Writable {
  const pieces: Buffer[] = [];
  return new Writable({
    write(piece: Buffer, _encoding, next) {
      pieces.push(piece);
      next();
    },
    final(next) {
      done(moveEndTagsLast(Buffer.concat(pieces)));
      next();
    },
  });
}

const END = "</body></html>";

/** Moves Remix's data script before the end of the page, as parsers do. */
function moveEndTagsLast(page: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const index = page.lastIndexOf(END);
  const rest = page.subarray(index + END.length);
  return index < 0 || rest.length === 0 ? page : Buffer.concat([page.subarray(0, index), rest, Buffer.from(END)]);
}

/** Of a rate-limited action or loader. */
function retryAfterOf({ staticHandlerContext }: EntryContext): string | undefined {
  const { actionHeaders, loaderHeaders } = staticHandlerContext;
  const routeHeaders = [...Object.values(actionHeaders), ...Object.values(loaderHeaders)];
  return routeHeaders.map((headers) => headers.get("Retry-After")).find((wait) => wait !== null) ?? undefined;
}

export function handleDataRequest(response: Response): Response {
  for (const [name, value] of Object.entries(CACHE_PRIVATE)) response.headers.set(name, value);
  return response;
}

/** Not caught by a loader or action wrapper; with the request id on the error page. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs) {
  if (request.signal.aborted) return;
  // Such as a POST to a page without action.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  const url = new URL(request.url);
  // Nor are data requests of older Remix versions; the request log is enough.
  if (url.searchParams.has("_data") && error instanceof Error && /\?_data requests/.test(error.message)) return;
  const { requestId } = context;
  logFault(error, { requestId, method: request.method, path: url.pathname });
}
