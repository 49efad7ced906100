import { requireAdmin } from "~/features/accounts/policy";
import { pendingAnchor } from "~/features/events/limits";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { getEventPage } from "~/features/events/queries.server";
import { requireUser, safeReturnTo } from "~/http/session.server";
import { requireId } from "~/lib/ids";

interface PageArgs {
  request: Request;
  params: Record<string, string | undefined>;
}

/**
 * What the two decision pages share: the admin, the event, the revision that the admin saw, and the address to return
 * to.
 * @throws a redirect without a session; DomainError forbidden for anybody but an admin; not_found
 */
export async function readDecision({ request, params }: PageArgs) {
  const viewer = await requireUser(request);
  requireAdmin(viewer);
  const { searchParams } = new URL(request.url);
  const revision = /^\d{1,15}$/.test(searchParams.get("revision") ?? "")
    ? Number(searchParams.get("revision"))
    : undefined;
  const back = safeReturnTo(searchParams.get("returnTo"));
  const id = requireId(params.eventId, EVENT_NOT_FOUND);
  return { viewer, id, revision, returnTo: back === "/" ? "/admin/events" : back };
}

/** The loader data of the confirmation. Without a revision in the address, the present one is decided. */
export async function loadDecision(args: PageArgs) {
  const { viewer, id, revision, returnTo } = await readDecision(args);
  const { title, submission } = getEventPage(id, viewer);
  const event = { id: String(id), title, revision: revision ?? submission?.revision ?? 0 };
  return { event, returnTo, cancelTo: returnTo.replace(/#.*|$/, `#${pendingAnchor(event.id)}`) };
}
