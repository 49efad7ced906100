import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Plate } from "~/ui/page";
import type { VehicleView } from "../queries.server";

/** Make, model, year and condition as a plain definition list: pairs on a phone, rows where there is room. */
export function VehicleDetails({ vehicle }: { vehicle: VehicleView }) {
  const { make, model, year } = vehicle;
  const rows: [string, ReactNode][] = [
    ["Make", make],
    ["Model", model],
    ["Year", <Plate key="year">{year}</Plate>],
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

function Condition({ vehicle: { condition, id, viewerCanEdit } }: { vehicle: VehicleView }) {
  if (condition !== "") return condition;
  if (!viewerCanEdit) return <span className="text-grey">Not stated</span>;
  return (
    <Link to={`/vehicles/${id}/edit#field-condition`} className="link">
      Add its condition
    </Link>
  );
}
