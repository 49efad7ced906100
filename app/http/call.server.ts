import {
  ADMINS_ONLY,
  isAdmin,
  requireAdmin,
  requireNotSuspended,
  requireStaff,
  STAFF_ONLY,
  type Viewer,
} from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { logSecurity, type SecurityEvent } from "~/services/log/log.server";
import { isBlockedNetwork } from "~/services/networks/networks.server";
import { setBodyRule } from "./body/body.server";
import { type BodyRule, bodyKind } from "./body/rules";
import { logRequestFault } from "./fault.server";
import { consumeForCaller, type LimitName, type Refund } from "./limits/limits.server";
import { getViewer, type RequestArgs } from "./session/session.server";

/** Who may send a request; the command decides the rest. */
export type Audience = "anyone" | "member" | "staff" | "admin";

export interface WriteRules {
  audience: Audience;
  body: BodyRule;
  /** Requests with files also count as uploads. */
  limit: LimitName | readonly LimitName[] | "inside run";
  /** Suspended members may do it too: log in and out, object, leave. */
  whileSuspended?: true;
}

/**
 * Admits a write. Order: viewer (origin was checked before), limits, then the body.
 * @param requireMember how page or API refuses visitors
 * @returns refunds the limits that count only completed writes
 * @throws DomainError forbidden, rate_limited; errors of `requireMember`
 */
export async function checkAccess(
  args: RequestArgs,
  { audience, body, limit, whileSuspended }: WriteRules,
  requireMember: (args: RequestArgs) => Promise<Viewer>,
): Promise<Refund> {
  const { request, context } = args;
  const viewer = audience === "anyone" ? await getViewer(args) : await requireMember(args);
  // Also for refused requests: the page shows the form values again.
  setBodyRule(request, body, viewer);
  if (viewer) viewer.via = { clientAddress: context.clientAddress, requestId: context.requestId };
  if (!whileSuspended && request.method !== "GET" && request.method !== "HEAD") requireMayWrite(args, viewer);
  if (audience === "admin" && viewer) requireAdmin(viewer);
  if (audience === "staff" && viewer)
    requireStaff(viewer, /\/admin(\/|$)/.test(new URL(request.url).pathname) ? ADMINS_ONLY : STAFF_ONLY);
  const uploads = body === "files" && bodyKind(request.headers) === "multipart";
  const names = limit === "inside run" ? [] : [limit].flat();
  return consumeLimit(args, uploads ? [...names, "upload"] : names);
}

/** @throws DomainError forbidden for a suspended user, and from a blocked network, except for admins */
export function requireMayWrite({ context }: RequestArgs, viewer: Viewer | null): void {
  if (viewer) requireNotSuspended(viewer);
  if (!(viewer && isAdmin(viewer)) && isBlockedNetwork(context.clientAddress))
    throw new DomainError("forbidden", "New accounts and posts from your network are blocked at the moment.");
}

/** Counts a call for client and user. @throws DomainError rate_limited */
export async function consumeLimit(args: RequestArgs, limit: LimitName | readonly LimitName[]): Promise<Refund> {
  const viewer = await getViewer(args);
  return consumeForCaller(limit, { clientAddress: args.context.clientAddress, userId: viewer?.id });
}

/** Counts list requests with a search text or a place. @throws DomainError rate_limited */
export async function consumeQueryLimit(
  args: RequestArgs,
  { text, near }: { text?: string | null | undefined; near?: string | null | undefined },
): Promise<void> {
  if (near) await consumeLimit(args, "map");
  if (text) await consumeLimit(args, "search");
}

export function logSecurityEvent(
  { request, context }: RequestArgs,
  event: SecurityEvent,
  userId: number | null | undefined,
  facts: Record<string, string | number | boolean> = {},
): void {
  const { clientAddress, requestId } = context;
  logSecurity(event, { userId, clientAddress, requestId, method: request.method, ...facts });
}

/** For the security log, or a fault behind the refusal. */
export async function logRefusal(args: RequestArgs, { code, cause }: DomainError): Promise<void> {
  if (code === "cannot_store") logRequestFault(cause, args.request, args.context);
  if ((code !== "forbidden" && code !== "rate_limited") || args.context.hasLoggedRefusal) return;
  // A refused form also refuses its page.
  args.context.hasLoggedRefusal = true;
  const viewer = await getViewer(args).catch(() => null);
  logSecurityEvent(args, code === "forbidden" ? "refused_permission" : "refused_limit", viewer?.id);
}
