export interface NamedVehicle {
  year: number;
  make: string;
  model: string;
}

export function vehicleName({ year, make, model }: NamedVehicle): string {
  return `${year} ${make} ${model}`;
}

/** "Ford Mustangs", "Porsche 911s", "Ford Focuses"; names do not inflect like words, so "Furys". */
export function pluralName({ make, model }: Pick<NamedVehicle, "make" | "model">): string {
  const name = `${make} ${model}`;
  if (!/[\p{L}\p{N}]$/u.test(name)) return name;
  return `${name}${/[a-z](s|x|z|ch|sh)$/.test(name) ? "es" : "s"}`;
}
