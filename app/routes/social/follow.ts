import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { FOLLOW_TARGET_NOT_FOUND } from "~/features/social/policy";
import { followUser, unfollowUser } from "~/features/social/reactions.server";
import { followInput } from "~/features/social/schema.server";
import { toggleAction } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { withMemberAndId } from "~/http/session/session.server";

/** Following takes a POST. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(`/profile/${encodeURIComponent(params.userId ?? "")}`);

/** Fields `following` (`on`, `off`) and `returnTo`; without `returnTo` responds with `{following, followerCount}`. */
export const action = toggleAction({
  audience: "member",
  limit: "follow",
  failed: "Failed to update follow status.",
  run: withMemberAndId("userId", FOLLOW_TARGET_NOT_FOUND, async (viewer, id, { request }) => {
    const { following = true } = await readInput(request, followInput);
    const { followerCount } = following ? followUser(viewer, id) : unfollowUser(viewer, id);
    return { following, followerCount };
  }),
});
