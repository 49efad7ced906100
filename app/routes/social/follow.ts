import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { followUser, unfollowUser } from "~/features/social/follows.server";
import { USER_NOT_FOUND } from "~/features/social/policy";
import { followInput } from "~/features/social/schema.server";
import { readForm } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { toggleAction } from "~/http/toggle.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";

/** Following takes a POST; a GET redirects to the person's garage. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(`/profile/${encodeURIComponent(params.userId ?? "")}`);

/** Form fields `following` (`on`, `off`) and `returnTo`; answers `{following, followerCount}` as `toggleAction` says. */
export const action = toggleAction({
  audience: "member",
  body: "text",
  limit: "follow",
  failed: "Failed to update follow status.",
  run: async ({ request, params }) => {
    const viewer = await requireUser(request);
    const id = requireId(params.userId, USER_NOT_FOUND);
    const { values } = await readForm(request);
    const following = decode(followInput, values).following ?? true;
    const { followerCount } = following ? followUser(viewer, id) : unfollowUser(viewer, id);
    return { following, followerCount };
  },
});
