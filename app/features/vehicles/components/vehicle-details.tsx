import type { ReactNode } from "react";
import { Plate } from "~/ui/page";
import type { VehicleView } from "../queries.server";

/** Make, model, year, condition, as a plain definition list. */
export function VehicleDetails({ vehicle }: { vehicle: VehicleView }) {
  const { make, model, year, condition } = vehicle;
  const rows: [string, ReactNode][] = [
    ["Make", make],
    ["Model", model],
    ["Year", <Plate key="year">{year}</Plate>],
    [
      "Condition",
      condition === "" ? (
        <span key="condition" className="text-grey">
          Not stated
        </span>
      ) : (
        condition
      ),
    ],
  ];
  return (
    <dl className="border-b border-line">
      {rows.map(([term, value]) => (
        <div key={term} className="grid grid-cols-[7rem_1fr] gap-4 border-t border-line py-2.5">
          <dt className="text-grey">{term}</dt>
          <dd className="min-w-0 font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
