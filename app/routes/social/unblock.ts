import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { unblockUser } from "~/features/blocks/commands.server";
import { PERSON_NOT_FOUND, UNBLOCKED } from "~/features/blocks/policy";
import { toggleAction } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { safeReturnTo, withMemberAndId } from "~/http/session/session.server";

/** Unblocking takes a POST. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(`/profile/${encodeURIComponent(params.userId ?? "")}`);

/** Field `returnTo`; without it responds with `{blocked, muted}`. */
export const action = toggleAction({
  audience: "member",
  limit: "block",
  run: withMemberAndId<object>("userId", PERSON_NOT_FOUND, async (viewer, id, { request }) => {
    const { blocks: blocked, mutes: muted } = unblockUser(viewer, id, "block");
    const { returnTo } = (await readForm(request)).values;
    if (returnTo === undefined) return { blocked, muted };
    return redirectWithToast(safeReturnTo(returnTo), UNBLOCKED.block);
  }),
});
