import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ArrowLeftIcon } from "~/ui/icons";
import type { CalledView, VehicleView } from "../queries.server";
import { VehicleDetails } from "./vehicle-details";
import { VehicleTitle } from "./vehicle-title";

interface VehicleHeadingProps {
  vehicle: VehicleView;
  called: CalledView;
  /** The button to follow its owner. */
  follow: ReactNode;
}

/** What a vehicle is, whose, and its facts. */
export function VehicleHeading({ vehicle, called, follow }: VehicleHeadingProps) {
  const garage = `/garages/${vehicle.garageId}`;
  return (
    <header>
      <Link
        to={garage}
        className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-grey hover:text-ink lg:-mt-3"
      >
        <ArrowLeftIcon className="size-4" />
        {vehicle.garageName}
      </Link>
      <h1 className="lg:text-[2.125rem]">
        <VehicleTitle vehicle={vehicle} />
      </h1>
      <div className="mt-2 mb-4 flex items-center justify-between gap-4">
        <p className="min-w-0 text-grey">
          Shown by{" "}
          <Link to={garage} className="link inline-flex min-h-11 items-center font-semibold wrap-anywhere text-ink">
            {vehicle.ownerName}
          </Link>
        </p>
        {follow}
      </div>
      <VehicleDetails vehicle={vehicle} called={called} />
    </header>
  );
}
