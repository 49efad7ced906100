import { Link } from "@remix-run/react";
import { vehiclesAddress } from "~/features/makes/address";
import { Plate, Section } from "~/ui/page";
import { CardPhoto } from "~/ui/photo";
import { manyOf } from "../name";
import type { CalledView, OtherVehicleView } from "../queries.server";

interface OtherVehiclesProps {
  called: CalledView;
  ofGarage: readonly OtherVehicleView[];
  ofModel: readonly OtherVehicleView[];
}

/** The ways on below a vehicle: others of its garage, and others like it. */
export function OtherVehicles({ called, ofGarage, ofModel }: OtherVehiclesProps) {
  const all = { to: vehiclesAddress(called), label: "See all" };
  return (
    <>
      {ofGarage.length > 0 ? (
        <Section id="more" title="More from this garage">
          <Cards vehicles={ofGarage} />
        </Section>
      ) : null}
      {ofModel.length > 0 ? (
        <Section id="others" title={`Other ${manyOf(called)}`} more={all}>
          <Cards vehicles={ofModel} />
        </Section>
      ) : null}
    </>
  );
}

/** Small cards: the photo, what it is, and whose where that differs. */
function Cards({ vehicles }: { vehicles: readonly OtherVehicleView[] }) {
  return (
    <ul className="card-grid">
      {vehicles.map(({ id, year, make, model, coverPhoto, garageName }) => (
        <li key={id} className="card">
          <CardPhoto name={coverPhoto} />
          <h3>
            <Plate>{year}</Plate>{" "}
            <Link to={`/vehicles/${id}`} prefetch="intent" className="card-link">
              {make} {model}
            </Link>
          </h3>
          {garageName ? <p className="mt-1 text-sm text-grey">{garageName}</p> : null}
        </li>
      ))}
    </ul>
  );
}
