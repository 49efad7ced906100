/** What makes the name of a vehicle. */
export interface NamedVehicle {
  year: number;
  make: string;
  model: string;
}

/** "1967 Lotus Elan": for titles, alternatives of pictures and sentences. */
export function vehicleName({ year, make, model }: NamedVehicle): string {
  return `${year} ${make} ${model}`;
}
