import { Link } from "@remix-run/react";
import { plural } from "~/lib/text";
import { Plate } from "~/ui/layout/page";
import { NoBreakText } from "~/ui/linked-text";
import { CardPhoto } from "~/ui/photo";
import type { GarageCardView } from "../queries.server";

interface GarageCardProps {
  garage: GarageCardView;
  /** Loaded at once. */
  priority?: boolean;
}

function GarageCard({ garage, priority = false }: GarageCardProps) {
  const { id, name, ownerName, coverPhoto, vehicleCount } = garage;
  return (
    <article className="card">
      <CardPhoto name={coverPhoto} priority={priority} />
      <h3>
        <Link to={`/garages/${id}`} prefetch="intent" className="card-link">
          <NoBreakText text={name} />
        </Link>
      </h3>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-grey">
        {vehicleCount > 0 ? <Plate>{plural(vehicleCount, "vehicle")}</Plate> : null}
        <bdi className="min-w-0">{ownerName}</bdi>
      </p>
    </article>
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
