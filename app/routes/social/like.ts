import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { setLike } from "~/features/social/likes.server";
import { likeInput } from "~/features/social/schema.server";
import { VEHICLE_NOT_FOUND } from "~/features/vehicles/policy";
import { readForm } from "~/http/page.server";
import { getViewer } from "~/http/session.server";
import { toggleAction } from "~/http/toggle.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";

/** Liking takes a POST; a GET redirects to the vehicle. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(`/vehicles/${encodeURIComponent(params.vehicleId ?? "")}`);

/** Form fields `liked` (`true`, `false`, or toggled without it) and `returnTo`; answers as `toggleAction` says. */
export const action = toggleAction({
  audience: "anyone",
  body: "text",
  limit: "like",
  failed: "Failed to update like status.",
  run: async ({ request, params }) => {
    const id = requireId(params.vehicleId, VEHICLE_NOT_FOUND);
    const viewer = await getViewer(request);
    if (!viewer) return redirect(`/login?reason=like&returnTo=${encodeURIComponent(`/vehicles/${id}`)}`);
    const { values } = await readForm(request);
    return setLike(viewer, id, decode(likeInput, values).liked);
  },
});
