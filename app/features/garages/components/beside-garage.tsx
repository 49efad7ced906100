import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Photo } from "~/ui/photo";
import type { GarageCardView } from "../queries.server";

interface BesideGarageProps {
  /** With a cover; null shows the form alone. */
  garage: GarageCardView | null;
  /** Below the photo. */
  reasons?: ReactNode;
  children: ReactNode;
}

/** A form as a card, on a desktop beside a garage's photo. */
export function BesideGarage({ garage, reasons, children }: BesideGarageProps) {
  return (
    <div className="beside-garage">
      <div className="beside-garage-form">{children}</div>
      {garage === null ? null : (
        <div className="beside-garage-side">
          <figure>
            <Photo kind="photos" name={garage.coverPhoto} alt="" view="full" sizes="(min-width: 64rem) 50vw, 1px" />
            <figcaption className="mt-2 text-sm text-grey">
              <Link to={`/garages/${garage.id}`} className="link inline-flex min-h-11 items-center">
                <bdi>{garage.name}</bdi>
              </Link>
              , the garage of <bdi>{garage.ownerName}</bdi>
            </figcaption>
          </figure>
          {reasons}
        </div>
      )}
    </div>
  );
}
