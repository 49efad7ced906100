import { Form } from "@remix-run/react";
import { plural } from "~/lib/text";
import { Button } from "~/ui/button";
import { HeartIcon } from "~/ui/icons";

interface LikeButtonProps {
  vehicleId: string;
  liked: boolean;
  likeCount: number;
}

/** One press likes the vehicle, another takes it back; a visitor is led to the login and back. */
export function LikeButton({ vehicleId, liked, likeCount }: LikeButtonProps) {
  return (
    <Form method="post" action={`/vehicles/${vehicleId}/like`} preventScrollReset className="flex items-center gap-3">
      <input type="hidden" name="returnTo" value={`/vehicles/${vehicleId}`} />
      <Button name="liked" value={String(!liked)} aria-pressed={liked}>
        <HeartIcon filled={liked} className={liked ? "size-5 text-signal" : "size-5"} />
        Like
      </Button>
      <span className="font-semibold tabular-nums">{plural(likeCount, "like")}</span>
    </Form>
  );
}
