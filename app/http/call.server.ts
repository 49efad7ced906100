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

/** Who may call: anyone, members, moderators and admins, admins. What they may do there, the command decides. */
export type Audience = "anyone" | "member" | "staff" | "admin";

/** What a write states of itself before it does anything. */
export interface WriteRules {
  audience: Audience;
  body: BodyRule;
  /** See the table in `limits.server.ts`. Where files come along, that counts as an upload too. */
  limit: LimitName | readonly LimitName[] | "inside run";
  /** Suspended members may do it too: they log in and out, object and go. */
  whileSuspended?: true;
}

type RequestArgs = LoaderFunctionArgs | ActionFunctionArgs;

/**
 * Admits a write, in this order: who (the origin was checked before), how often, and only then its body, which is read
 * by the code that needs it.
 * @param requireMember says how page or API sends visitors away
 * @returns refunds limits that only count once the write is done
 * @throws DomainError forbidden, rate_limited; what `requireMember` throws
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

/** Counts a call for its client and, where there is one, its user. @throws DomainError rate_limited */
export async function consumeLimit(
  { request, context }: Pick<RequestArgs, "request" | "context">,
  limit: LimitName | readonly LimitName[],
): Promise<Refund> {
  const viewer = await getViewer(request);
  return consumeForCaller(limit, { clientAddress: context.clientAddress, userId: viewer?.id });
}

/**
 * Counts a list's query beside its pages: a text to search for, a place to be near.
 * @throws DomainError rate_limited
 */
export async function consumeQueryLimit(
  args: Pick<LoaderFunctionArgs, "request" | "context">,
  { text, near }: { text?: string | null | undefined; near?: string | null | undefined },
): Promise<void> {
  if (near) await consumeLimit(args, "map");
  if (text) await consumeLimit(args, "search");
}

/** Writes a line about this request into the security log. */
export function logSecurityEvent(
  { request, context }: Pick<RequestArgs, "request" | "context">,
  event: SecurityEvent,
  userId: number | null | undefined,
  facts: Record<string, string | number | boolean> = {},
): void {
  const { clientAddress, requestId } = context;
  logSecurity(event, { userId, clientAddress, requestId, method: request.method, ...facts });
}

/** Logs a refusal where it is one for the security log, or where a fault of ours caused it. */
export async function logRefusal(
  args: Pick<RequestArgs, "request" | "context">,
  { code, cause }: DomainError,
): Promise<void> {
  if (code === "cannot_store") logRequestFault(cause, args.request, args.context);
  if ((code !== "forbidden" && code !== "rate_limited") || args.context.hasLoggedRefusal) return;
  // A form that is refused has its page refused as well.
  args.context.hasLoggedRefusal = true;
  const viewer = await getViewer(args.request).catch(() => null);
  logSecurityEvent(args, code === "forbidden" ? "refused_permission" : "refused_limit", viewer?.id);
}
