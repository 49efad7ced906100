import { Form } from "@remix-run/react";
import { Button } from "~/ui/button";
import type { FollowView } from "../follows.server";

interface FollowButtonProps {
  follow: FollowView;
  /** Of the person. */
  name: string;
  /** Where the button stands. */
  returnTo: string;
}

/** Follow / Following, for somebody else who is logged in; nothing for everybody else. */
export function FollowButton({ follow, name, returnTo }: FollowButtonProps) {
  const { userId, following, viewerCanFollow } = follow;
  if (!viewerCanFollow) return null;
  return (
    <Form method="post" action={`/users/${userId}/follow`} preventScrollReset>
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
