import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { vehiclesAddress } from "~/features/makes/address";
import { Plate } from "~/ui/page";
import type { CalledView, VehicleView } from "../queries.server";

interface VehicleDetailsProps {
  vehicle: VehicleView;
  called: CalledView;
}

/**
 * Make, model, year and condition as a plain definition list: pairs on a phone, rows where there is room. The first
 * three are doors to all that have them.
 */
export function VehicleDetails({ vehicle, called }: VehicleDetailsProps) {
  const { make, model, year } = vehicle;
  const rows: [string, ReactNode][] = [
    ["Make", <Door key="make" to={{ make: called.make }} name={make} />],
    ["Model", <Door key="model" to={called} name={model} />],
    ["Year", <Door key="year" to={{ from: year, to: year }} name={<Plate>{year}</Plate>} />],
    ["Condition", <Condition key="condition" vehicle={vehicle} />],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-4 border-b border-line md:max-lg:grid-cols-4 lg:grid-cols-1">
      {rows.map(([term, value]) => (
        <div
          key={term}
          className="min-w-0 border-t border-line py-2 lg:grid lg:grid-cols-[6rem_1fr] lg:gap-4 lg:py-2.5"
        >
          <dt className="text-sm text-grey lg:text-base">{term}</dt>
          <dd className="min-w-0 font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Its touch area reaches over the row, which stays as low as its text. */
function Door({ to, name }: { to: Parameters<typeof vehiclesAddress>[0]; name: ReactNode }) {
  return (
    <Link to={vehiclesAddress(to)} className="link -my-2.5 inline-flex min-h-11 max-w-full items-center wrap-anywhere">
      {name}
    </Link>
  );
}

function Condition({ vehicle: { condition, id, viewerCanEdit } }: { vehicle: VehicleView }) {
  if (condition !== "") return condition;
  if (!viewerCanEdit) return <span className="text-grey">Not stated</span>;
  return (
    <Link to={`/vehicles/${id}/edit#field-condition`} className="link">
      Add its condition
    </Link>
  );
}
