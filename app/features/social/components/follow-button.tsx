import { Form } from "@remix-run/react";
import type { FormEvent } from "react";
import { Button, ButtonLink } from "~/ui/button";
import { postFields, useOptimistic } from "~/ui/use-optimistic";
import type { FollowView } from "../follows.server";

interface FollowButtonProps {
  follow: FollowView;
  /** Of the person. */
  name: string;
  /** Where the button stands. */
  returnTo: string;
}

/**
 * Follow / Following, for somebody else who is logged in, with script at once; a visitor is led to the login and back.
 * Nobody follows themselves.
 */
export function FollowButton({ follow, name, returnTo }: FollowButtonProps) {
  const { userId, viewerIsVisitor, viewerCanFollow } = follow;
  const [following, , attempt] = useOptimistic(follow.following);
  if (viewerIsVisitor) {
    return (
      <ButtonLink to={`/login?returnTo=${encodeURIComponent(returnTo)}`} rel="nofollow">
        Follow<span className="sr-only"> {name}</span>
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
        {following ? "Following" : "Follow"}
        <span className="sr-only"> {name}</span>
      </Button>
    </Form>
  );
}
