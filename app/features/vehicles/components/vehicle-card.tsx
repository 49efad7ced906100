import { Link } from "@remix-run/react";
import { isolate, plural } from "~/lib/text";
import { HiddenChip } from "~/ui/hidden-mark";
import { Isolated, NoBreakText } from "~/ui/linked-text";
import { CardPhoto } from "~/ui/photo";
import { ThumbRow } from "~/ui/thumb-rows";
import { vehicleName } from "../name";
import type { OtherVehicleView, VehicleCardView } from "../queries.server";

type CardVehicle = OtherVehicleView &
  Partial<Pick<VehicleCardView, "likeCount" | "commentCount" | "held" | "refused" | "hiddenByStaff">>;

interface VehicleCardProps {
  vehicle: CardVehicle;
  priority?: boolean;
  /** Off on the garage's own page. */
  showOwner?: boolean;
}

/** Likes, else comments; never "0 likes". The garage's own page counts comments. */
function figure({ likeCount = 0, commentCount = 0 }: CardVehicle, showOwner: boolean): string | null {
  if (showOwner && likeCount > 0) return plural(likeCount, "like");
  return commentCount > 0 ? plural(commentCount, "comment") : null;
}

const lineOf = (vehicle: CardVehicle, showOwner: boolean) =>
  [showOwner && vehicle.garageName && isolate(vehicle.garageName), figure(vehicle, showOwner)]
    .filter(Boolean)
    .join(" · ");

function VehicleCard({ vehicle, priority = false, showOwner = true }: VehicleCardProps) {
  const { id, coverPhoto } = vehicle;
  const line = lineOf(vehicle, showOwner);
  return (
    <article className="card">
      <CardPhoto name={coverPhoto} priority={priority} />
      <h3>
        <Link to={`/vehicles/${id}`} prefetch="intent" className="card-link">
          <NoBreakText text={vehicleName(vehicle)} />
        </Link>
      </h3>
      {line === "" ? null : (
        <p className="mt-1 text-sm text-grey">
          <Isolated text={line} />
        </p>
      )}
      <HiddenChip {...vehicle} />
    </article>
  );
}

export function VehicleRows({ vehicles }: { vehicles: readonly CardVehicle[] }) {
  return (
    <ul className="thumb-rows">
      {vehicles.map((vehicle) => (
        <ThumbRow
          key={vehicle.id}
          photo={vehicle.coverPhoto}
          to={`/vehicles/${vehicle.id}`}
          title={vehicleName(vehicle)}
        >
          <Isolated text={lineOf(vehicle, true)} />
        </ThumbRow>
      ))}
    </ul>
  );
}

interface VehicleGridProps {
  vehicles: readonly CardVehicle[];
  /** The first picture is the page's main one. */
  eager?: boolean;
  showOwner?: boolean;
}

export function VehicleGrid({ vehicles, eager = false, showOwner = true }: VehicleGridProps) {
  return (
    <ul className="card-grid">
      {vehicles.map((vehicle, index) => (
        <li key={vehicle.id}>
          <VehicleCard vehicle={vehicle} priority={eager && index === 0} showOwner={showOwner} />
        </li>
      ))}
    </ul>
  );
}
