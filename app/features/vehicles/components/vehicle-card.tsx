import { Link } from "@remix-run/react";
import { plural } from "~/lib/text";
import { Plate } from "~/ui/page";
import { CardPhoto } from "~/ui/photo";
import type { VehicleCardView } from "../queries.server";

interface VehicleCardProps {
  vehicle: VehicleCardView;
  /** Among the first pictures of a page: loaded at once. */
  priority?: boolean;
  /** Whose garage it stands in; left out where the whole page is that garage. */
  showOwner?: boolean;
}

/** The likes where there are any, else the comments: one figure, never "0 likes". */
function figure({ likeCount, commentCount }: VehicleCardView): string | null {
  if (likeCount > 0) return plural(likeCount, "like");
  return commentCount > 0 ? plural(commentCount, "comment") : null;
}

/** A vehicle in a list: the photo first, then what it is, whose, and one figure. One link covers the card. */
export function VehicleCard({ vehicle, priority = false, showOwner = true }: VehicleCardProps) {
  const { id, year, make, model, coverPhoto, garageName, commentCount } = vehicle;
  // On the garage's own page the conversation is the figure.
  const count = showOwner ? figure(vehicle) : plural(commentCount, "comment");
  return (
    <article className="card">
      <CardPhoto name={coverPhoto} priority={priority} />
      <h3 className="mt-3 flex items-start gap-2">
        <Plate className="shrink-0">{year}</Plate>{" "}
        <Link to={`/vehicles/${id}`} prefetch="intent" className="card-link min-w-0">
          {make} {model}
        </Link>
      </h3>
      <p className="mt-1 text-sm text-grey">
        {showOwner ? garageName : null}
        {showOwner && count ? " · " : null}
        {count}
      </p>
    </article>
  );
}
