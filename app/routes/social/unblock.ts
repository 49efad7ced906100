import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { unblockUser } from "~/features/blocks/commands.server";
import { NOT_HERE, PEACE_MESSAGES } from "~/features/blocks/policy";
import { readForm } from "~/http/page.server";
import { requireUser, safeReturnTo } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { toggleAction } from "~/http/toggle.server";
import { requireId } from "~/lib/ids";

/** Unblocking takes a POST; a GET redirects to the person's garage. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(`/profile/${encodeURIComponent(params.userId ?? "")}`);

/** Form field `returnTo`; without it answers `{blocked, muted}` as `toggleAction` says. */
export const action = toggleAction({
  audience: "member",
  body: "text",
  limit: "block",
  run: async ({ request, params }) => {
    const viewer = await requireUser(request);
    const { blocks: blocked, mutes: muted } = unblockUser(viewer, requireId(params.userId, NOT_HERE));
    const { returnTo } = (await readForm(request)).values;
    if (returnTo === undefined) return { blocked, muted };
    return redirectWithToast(safeReturnTo(returnTo), PEACE_MESSAGES.unblocked);
  },
});
