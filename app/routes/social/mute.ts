import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { muteUser, unmuteUser } from "~/features/blocks/commands.server";
import { NOT_HERE, PEACE_MESSAGES } from "~/features/blocks/policy";
import { muteInput } from "~/features/blocks/schema.server";
import { readForm } from "~/http/page.server";
import { requireUser, safeReturnTo } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { toggleAction } from "~/http/toggle.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";

/** Muting takes a POST; a GET redirects to the person's garage. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(`/profile/${encodeURIComponent(params.userId ?? "")}`);

/** Form fields `muted` (`on`, `off`) and `returnTo`; without that answers `{blocked, muted}` as `toggleAction` says. */
export const action = toggleAction({
  audience: "member",
  body: "text",
  limit: "block",
  run: async ({ request, params }) => {
    const viewer = await requireUser(request);
    const id = requireId(params.userId, NOT_HERE);
    const { values } = await readForm(request);
    const wanted = decode(muteInput, values).muted ?? true;
    const { blocks: blocked, mutes: muted } = wanted ? muteUser(viewer, id) : unmuteUser(viewer, id);
    if (values.returnTo === undefined) return { blocked, muted };
    return redirectWithToast(safeReturnTo(values.returnTo), wanted ? PEACE_MESSAGES.muted : PEACE_MESSAGES.unmuted);
  },
});
