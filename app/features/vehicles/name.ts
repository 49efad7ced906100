export interface Named {
  year: number;
  make: string;
  model: string;
}

/** "1967 Lotus Elan": for titles, alternatives of pictures and sentences. */
export function vehicleName({ year, make, model }: Named): string {
  return `${year} ${make} ${model}`;
}
