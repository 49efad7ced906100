import { Plate } from "~/ui/page";
import type { NamedVehicle } from "../name";

/** A vehicle's name as a heading, the year on its plate. */
export function VehicleTitle({ vehicle }: { vehicle: NamedVehicle }) {
  return (
    <>
      <Plate className="mr-2 align-[0.18em] text-[0.5em]">{vehicle.year}</Plate> {vehicle.make} {vehicle.model}
    </>
  );
}
