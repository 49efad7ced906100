import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import {
  ADMINS_ONLY,
  requireAdmin,
  requireNotSuspended,
  requireStaff,
  STAFF_ONLY,
  type Viewer,
} from "~/features/accounts/policy";
import type { DomainError } from "~/lib/errors";
import { logSecurity, type SecurityEvent } from "~/services/log/log.server";
import { setBodyRule } from "./body/body.server";
import { type BodyRule, bodyKind } from "./body/rules";
import { logRequestFault } from "./fault.server";
import { consumeForCaller, type LimitName, type Refund } from "./limits/limits.server";
import { getViewer } from "./session/session.server";

/** Who may send a request. The command decides the rest. */
export type Audience = "anyone" | "member" | "staff" | "admin";

/** Rules of a write that are checked before it runs. */
export interface WriteRules {
  audience: Audience;
  body: BodyRule;
  /** See `limits.server.ts`. Requests with files also count as uploads. */
  limit: LimitName | readonly LimitName[] | "inside run";
  /** Suspended members may do it too: log in and out, object, leave. */
  whileSuspended?: true;
}

type RequestArgs = LoaderFunctionArgs | ActionFunctionArgs;

/**
 * Admits a write. Order: viewer (the origin was checked before), limits, then the body.
 * @param requireMember how page or API refuses visitors
 * @returns refunds the limits that count only completed writes
 * @throws DomainError forbidden, rate_limited; errors of `requireMember`
 */
export async function checkAccess(
  { request, context }: RequestArgs,
  { audience, body, limit, whileSuspended }: WriteRules,
  requireMember: (request: Request) => Promise<Viewer>,
): Promise<Refund> {
  const viewer = audience === "anyone" ? await getViewer(request) : await requireMember(request);
  // Also for refused requests: the page shows the form values again.
  setBodyRule(request, body);
  if (viewer) viewer.via = { clientAddress: context.clientAddress, requestId: context.requestId };
  if (viewer && !whileSuspended && request.method !== "GET" && request.method !== "HEAD") requireNotSuspended(viewer);
  if (audience === "admin" && viewer) requireAdmin(viewer);
  if (audience === "staff" && viewer)
    requireStaff(viewer, /\/admin(\/|$)/.test(new URL(request.url).pathname) ? ADMINS_ONLY : STAFF_ONLY);
  const uploads = body === "files" && bodyKind(request.headers) === "multipart";
  const names = limit === "inside run" ? [] : [limit].flat();
  return consumeLimit({ request, context }, uploads ? [...names, "upload"] : names);
}

/** Counts a call for its client and its user. @throws DomainError rate_limited */
export async function consumeLimit(
  { request, context }: Pick<RequestArgs, "request" | "context">,
  limit: LimitName | readonly LimitName[],
): Promise<Refund> {
  const viewer = await getViewer(request);
  return consumeForCaller(limit, { clientAddress: context.clientAddress, userId: viewer?.id });
}

/** Counts a list request with a search text or a place. @throws DomainError rate_limited */
export async function consumeQueryLimit(
  args: Pick<LoaderFunctionArgs, "request" | "context">,
  { text, near }: { text?: string | null | undefined; near?: string | null | undefined },
): Promise<void> {
  if (near) await consumeLimit(args, "map");
  if (text) await consumeLimit(args, "search");
}

export function logSecurityEvent(
  { request, context }: Pick<RequestArgs, "request" | "context">,
  event: SecurityEvent,
  userId: number | null | undefined,
  facts: Record<string, string | number | boolean> = {},
): void {
  const { clientAddress, requestId } = context;
  logSecurity(event, { userId, clientAddress, requestId, method: request.method, ...facts });
}

/** Logs a refusal for the security log, or a fault behind it. */
export async function logRefusal(
  args: Pick<RequestArgs, "request" | "context">,
  { code, cause }: DomainError,
): Promise<void> {
  if (code === "cannot_store") logRequestFault(cause, args.request, args.context);
  if ((code !== "forbidden" && code !== "rate_limited") || args.context.hasLoggedRefusal) return;
  // A refused form also refuses its page.
  args.context.hasLoggedRefusal = true;
  const viewer = await getViewer(args.request).catch(() => null);
  logSecurityEvent(args, code === "forbidden" ? "refused_permission" : "refused_limit", viewer?.id);
}
