import { Form } from "@remix-run/react";
import type { FormEvent } from "react";
import { formatCount } from "~/lib/text";
import { ChangingText } from "~/ui/changing-text";
import { Button, ButtonLink } from "~/ui/forms/button";
import { postFields, useOptimistic } from "~/ui/forms/use-optimistic";
import { HeartIcon } from "~/ui/icons";
import type { FollowView } from "../reactions.server";

interface FollowButtonProps {
  follow: FollowView;
  name: string;
  returnTo: string;
}

/** Visitors get a link to the login and back. */
export function FollowButton({ follow, name, returnTo }: FollowButtonProps) {
  const { userId, viewerIsVisitor, viewerCanFollow } = follow;
  const [following, , attempt] = useOptimistic(follow.following);
  if (viewerIsVisitor) {
    return (
      <ButtonLink to={`/login?returnTo=${encodeURIComponent(returnTo)}`} rel="nofollow">
        Follow
        <span className="sr-only">
          {" "}
          <bdi>{name}</bdi>
        </span>
      </ButtonLink>
    );
  }
  if (!viewerCanFollow) return null;
  const action = `/users/${userId}/follow`;
  const press = (event: FormEvent) => {
    event.preventDefault();
    attempt({
      value: !following,
      send: () => postFields(action, { following: following ? "off" : "on" }),
      failure: "Failed to update follow status.",
    });
  };
  return (
    <Form method="post" action={action} preventScrollReset onSubmit={press}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button
        kind={following ? "secondary" : "primary"}
        name="following"
        value={following ? "off" : "on"}
        aria-pressed={following}
      >
        <ChangingText>{following ? "Following" : "Follow"}</ChangingText>
        <span className="sr-only">
          {" "}
          <bdi>{name}</bdi>
        </span>
      </Button>
    </Form>
  );
}

interface LikeButtonProps {
  vehicleId: number;
  isLiked: boolean;
  likeCount: number;
}

/** Visitors go to the login and back. */
export function LikeButton({ vehicleId, ...loaded }: LikeButtonProps) {
  const [{ liked, likeCount }, , attempt] = useOptimistic({ liked: loaded.isLiked, likeCount: loaded.likeCount });
  const action = `/vehicles/${vehicleId}/like`;
  const press = (event: FormEvent) => {
    event.preventDefault();
    attempt({
      value: { liked: !liked, likeCount: likeCount + (liked ? -1 : 1) },
      send: () => postFields(action, { liked: String(!liked) }),
      failure: "Failed to update like status.",
    });
  };
  return (
    <Form method="post" action={action} preventScrollReset onSubmit={press}>
      <input type="hidden" name="returnTo" value={`/vehicles/${vehicleId}`} />
      <Button name="liked" value={String(!liked)} aria-pressed={liked}>
        <HeartIcon filled={liked} className="size-5" />
        <ChangingText>{liked ? "Liked" : "Like"}</ChangingText>{" "}
        {likeCount > 0 ? (
          <span className="tabular-nums">
            <ChangingText>{formatCount(likeCount)}</ChangingText>
            <span className="sr-only">{` ${likeCount === 1 ? "like" : "likes"}`}</span>
          </span>
        ) : null}
      </Button>
    </Form>
  );
}
