import { Plate } from "~/ui/page";

interface Named {
  year: number;
  make: string;
  model: string;
}

/** "1967 Lotus Elan": for titles, alternatives of pictures and sentences. */
export function vehicleName({ year, make, model }: Named): string {
  return `${year} ${make} ${model}`;
}

/** The same as a heading, the year on its plate. */
export function VehicleTitle({ vehicle }: { vehicle: Named }) {
  return (
    <>
      <Plate className="mr-2 align-[0.18em] text-[0.5em]">{vehicle.year}</Plate> {vehicle.make} {vehicle.model}
    </>
  );
}
