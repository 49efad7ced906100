import { Link } from "@remix-run/react";
import { plural } from "~/lib/text";
import { NoBreakText } from "~/ui/linked-text";
import { CardPhoto } from "~/ui/photo";
import { ThumbRow } from "~/ui/thumb-rows";
import type { GarageCardView } from "../queries.server";

interface GarageCardProps {
  garage: GarageCardView;
  priority?: boolean;
  isLarge?: boolean;
}

const LARGE_SIZES = "(min-width: 77rem) 37rem, (min-width: 48rem) 50vw, 80vw";

function GarageCard({ garage, priority = false, isLarge = false }: GarageCardProps) {
  const { id, name, ownerName, coverPhoto, vehicleCount } = garage;
  return (
    <article className="card">
      <CardPhoto name={coverPhoto} priority={priority} {...(isLarge && { sizes: LARGE_SIZES })} />
      <h3>
        <Link to={`/garages/${id}`} prefetch="intent" className="card-link">
          <NoBreakText text={name} />
        </Link>
      </h3>
      <p className="mt-1 text-sm text-grey">
        <bdi>{ownerName}</bdi>
        {vehicleCount > 0 ? (
          <span className="max-sm:block">
            <span className="max-sm:hidden"> · </span>
            {plural(vehicleCount, "vehicle")}
          </span>
        ) : null}
      </p>
    </article>
  );
}

/** For few garages; on a phone a row to swipe. */
export function LargeGarages({ garages, eager = false }: { garages: GarageCardView[]; eager?: boolean }) {
  return (
    <ul className="large-cards">
      {garages.map((garage, index) => (
        <li key={garage.id}>
          <GarageCard garage={garage} priority={eager && index === 0} isLarge />
        </li>
      ))}
    </ul>
  );
}

export function GarageRows({ garages }: { garages: GarageCardView[] }) {
  return (
    <ul className="thumb-rows thumb-rows-4">
      {garages.map(({ id, name, ownerName, coverPhoto, vehicleCount }) => (
        <ThumbRow key={id} photo={coverPhoto} to={`/garages/${id}`} title={name}>
          <bdi>{ownerName}</bdi>
          {vehicleCount > 0 ? ` · ${plural(vehicleCount, "vehicle")}` : null}
        </ThumbRow>
      ))}
    </ul>
  );
}

/** @param eager whether the first picture is the page's main one */
export function GarageGrid({ garages, eager = false }: { garages: GarageCardView[]; eager?: boolean }) {
  return (
    <ul className="card-grid">
      {garages.map((garage, index) => (
        <li key={garage.id}>
          <GarageCard garage={garage} priority={eager && index === 0} />
        </li>
      ))}
    </ul>
  );
}
