import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin, requireStaff, type Viewer } from "~/features/accounts/policy";
import { pendingAnchor } from "~/features/events/limits";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { getEventPage } from "~/features/events/queries.server";
import { type RequestArgs, requireUser, safeReturnTo } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";

/**
 * A moderator or admin below `/moderation`, an admin below `/admin`.
 * @throws a redirect without a session; DomainError forbidden
 */
export async function requireDecider(args: RequestArgs): Promise<Viewer> {
  const viewer = await requireUser(args);
  if (new URL(args.request.url).pathname.startsWith("/admin")) requireAdmin(viewer);
  else requireStaff(viewer);
  return viewer;
}

/** @throws see `requireDecider`; DomainError not_found */
export async function readDecision({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireDecider({ request, context });
  const { searchParams } = new URL(request.url);
  const revision = /^\d{1,15}$/.test(searchParams.get("revision") ?? "")
    ? Number(searchParams.get("revision"))
    : undefined;
  const back = safeReturnTo(searchParams.get("returnTo"));
  const id = requireId(params.eventId, EVENT_NOT_FOUND);
  return {
    viewer,
    id,
    revision,
    returnTo: back === "/" ? new URL(request.url).pathname.replace(/\/\d+\/\w+$/, "") : back,
  };
}

/** Default: the current revision. */
export async function loadDecision(args: LoaderFunctionArgs) {
  const { viewer, id, revision, returnTo } = await readDecision(args);
  const { title, submission } = getEventPage(id, viewer);
  const changes = submission?.change?.status === "pending";
  const event = { id, title, changes, revision: revision ?? submission?.revision ?? 0 };
  return { event, returnTo, cancelTo: returnTo.replace(/#.*|$/, `#${pendingAnchor(event.id)}`) };
}
