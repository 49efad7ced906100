import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { setLike } from "~/features/social/reactions.server";
import { likeInput } from "~/features/social/schema.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { toggleAction } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { getViewer } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";

/** Liking takes a POST. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(`/vehicles/${encodeURIComponent(params.vehicleId ?? "")}`);

/** Fields `liked` (`true`, `false`; toggled without it) and `returnTo`. */
export const action = toggleAction({
  audience: "anyone",
  limit: "like",
  failed: "Failed to update like status.",
  run: async ({ request, context, params }) => {
    const id = requireId(params.vehicleId, VEHICLE_NOT_FOUND);
    const viewer = await getViewer({ request, context });
    if (!viewer) return redirect(`/login?reason=like&returnTo=${encodeURIComponent(`/vehicles/${id}`)}`);
    return setLike(viewer, id, (await readInput(request, likeInput)).liked);
  },
});
