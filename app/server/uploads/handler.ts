import { type AppLoadContext, createReadableStreamFromReadable } from "@remix-run/node";
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from "express";
import { getOwnUpload, requireUploadQuota } from "~/features/photos/uploads.server";
import { CACHE_PRIVATE } from "~/http/caching";
import { checkAccess, logRefusal } from "~/http/call.server";
import { logRequestFault } from "~/http/fault.server";
import type { LimitName } from "~/http/limits/limits.server";
import { requireApiUser } from "~/http/session/session.server";
import { failureBody, retryHeaders, STATUS } from "~/http/status";
import { DomainError } from "~/lib/errors";
import { createTusServer, type TusResult, type TusServer } from "./tus";

/** Photos are sent in pieces, before their form. */
const UPLOADS_PATH = "/uploads";

const METHODS = { all: ["POST", "OPTIONS"], one: ["HEAD", "PATCH", "DELETE", "OPTIONS"] };

/** HEAD has none. */
const LIMITS: Record<string, LimitName> = { POST: "upload", PATCH: "uploadPiece", DELETE: "uploadPiece" };

/** Overrides the library: a missing header, or one of an unsupported extension, is a bad request. */
const STATUSES: Record<number, number> = { 403: 400, 410: 404, 501: 400 };

interface Refusal {
  status: number;
  message: string;
  error?: DomainError;
  headers?: Record<string, string>;
}

/** Receives photos in pieces (tus 1.0). Refusals have the API's order and format. */
export function uploadHandler(): RequestHandler {
  const protocol = createTusServer(UPLOADS_PATH);
  return async (req, res, next) => {
    const context = res.locals as AppLoadContext;
    const request = toFetchRequest(req);
    try {
      const outcome = await handleUpload(protocol, req, request, context);
      if ("message" in outcome) refuse(res, outcome);
      else await send(res, outcome, request, context);
    } catch (error) {
      if (!(error instanceof DomainError)) return next(error);
      await logRefusal({ request, context }, error);
      const { code, message } = error;
      refuse(res, { status: STATUS[code], message, error, headers: retryHeaders(error) });
    }
  };
}

function toFetchRequest(req: ExpressRequest): Request {
  const url = `${req.protocol}://${req.headers.host}${req.originalUrl}`;
  const { method } = req;
  const headers = new Headers(req.headers as Record<string, string>);
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  const body = createReadableStreamFromReadable(req);
  return new Request(url, { method, headers, body, duplex: "half" } as RequestInit);
}

async function handleUpload(
  protocol: TusServer,
  { method, path }: ExpressRequest,
  request: Request,
  context: AppLoadContext,
): Promise<TusResult | Refusal> {
  const id = path.slice(`${UPLOADS_PATH}/`.length);
  const allowed = METHODS[id === "" ? "all" : "one"];
  if (!allowed.includes(method)) {
    return { status: 405, message: `${method} is not allowed here.`, headers: { Allow: allowed.join(", ") } };
  }
  if (method === "OPTIONS") return protocol.handle(request, null);
  const limit = LIMITS[method] ?? [];
  await checkAccess({ request, context }, { audience: "member", body: "none", limit }, requireApiUser);
  const viewer = await requireApiUser({ request, context });
  if (id !== "") getOwnUpload(viewer, id);
  if (method === "PATCH") requireUploadQuota(viewer, id);
  return protocol.handle(request, viewer);
}

async function send(
  res: ExpressResponse,
  { response, error }: TusResult,
  request: Request,
  context: AppLoadContext,
): Promise<void> {
  if (error instanceof DomainError) throw error;
  const status = STATUSES[response.status] ?? response.status;
  if (status >= 500) {
    const message = `Something went wrong. (${logRequestFault(error, request, context)})`;
    return refuse(res, { status: 500, message });
  }
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !/^(access-control-|content-)/i.test(name)),
  );
  if (status >= 400) {
    // Required for an unsupported protocol version.
    if (status === 412) headers["Tus-Version"] = "1.0.0";
    return refuse(res, { status, message: (await response.text()).trim(), headers });
  }
  if (!res.headersSent)
    res
      .status(status)
      .set({ ...CACHE_PRIVATE, ...headers })
      .end();
}

/** A slow body has already got a response. */
function refuse(res: ExpressResponse, { status, message, error, headers = {} }: Refusal): void {
  if (res.headersSent) return;
  // Our script only checks, and browsers log each 404 as an error.
  const isLook = res.req.method === "HEAD" && "look" in res.req.query;
  res
    .status(isLook && status === 404 ? 204 : status)
    .set({ "Tus-Resumable": "1.0.0", ...headers, ...CACHE_PRIVATE })
    .json(failureBody(status, message, error?.fields, error?.reason));
}
