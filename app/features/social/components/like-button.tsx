import { Form, Link } from "@remix-run/react";
import type { FormEvent } from "react";
import { plural } from "~/lib/text";
import { Button } from "~/ui/button";
import { HeartIcon } from "~/ui/icons";
import { postFields, useOptimistic } from "~/ui/use-optimistic";

interface LikeButtonProps {
  vehicleId: string;
  liked: boolean;
  likeCount: number;
}

/** One press likes the vehicle, another takes it back, with script at once; a visitor is led to the login and back. */
export function LikeButton({ vehicleId, ...loaded }: LikeButtonProps) {
  const [{ liked, likeCount }, , attempt] = useOptimistic({ liked: loaded.liked, likeCount: loaded.likeCount });
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
    <Form method="post" action={action} preventScrollReset onSubmit={press} className="flex items-center gap-3">
      <input type="hidden" name="returnTo" value={`/vehicles/${vehicleId}`} />
      <Button name="liked" value={String(!liked)} aria-pressed={liked}>
        <HeartIcon filled={liked} className={liked ? "size-5 text-signal" : "size-5"} />
        Like
      </Button>
      <Link
        to={`/vehicles/${vehicleId}/likes`}
        className="inline-flex min-h-11 items-center font-semibold tabular-nums hover:underline"
      >
        {plural(likeCount, "like")}
      </Link>
    </Form>
  );
}
