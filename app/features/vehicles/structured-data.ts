import { imageAddress } from "~/lib/image-url";
import { cutText } from "~/lib/text";
import { type NamedVehicle, vehicleName } from "./name";
import type { SpecRow } from "./specs";

interface Described extends NamedVehicle {
  description: string;
  coverPhoto: string | null;
  isMotorcycle: boolean;
  specs: readonly SpecRow[];
}

/** schema.org data; `address` is the page's URL. */
export function vehicleData(vehicle: Described, origin: string, address: string) {
  const { year, make, model, description, coverPhoto, isMotorcycle, specs } = vehicle;
  return {
    "@type": isMotorcycle ? "Motorcycle" : "Car",
    name: vehicleName(vehicle),
    url: address,
    brand: { "@type": "Brand", name: make },
    model,
    vehicleModelDate: String(year),
    ...(coverPhoto ? { image: imageAddress("photos", coverPhoto, origin) } : {}),
    ...(description ? { description: cutText(description, 500) } : {}),
    ...specsData(specs),
  };
}

const UNITS: Record<string, string> = {
  km: "KMT",
  mi: "SMI",
  miles: "SMI",
  kg: "KGM",
  lb: "LBR",
  lbs: "LBR",
  cc: "CMQ",
  ccm: "CMQ",
  cm3: "CMQ",
  "cm³": "CMQ",
  l: "LTR",
  hp: "BHP",
  bhp: "BHP",
  kw: "KWT",
  nm: "NU",
};

/** "98,000 km", "1.6 l". A point before three digits may mean thousands, so such numbers do not match. */
const MEASURED = /^(\d{1,3}(?:[, ]\d{3})+|\d+)(\.\d{1,2})?\s*([a-zµ³]+\d?)\.?$/i;

/** schema.org data; undefined unless a number with a unit. */
function quantity(text: string) {
  const [, whole = "", decimals = "", unit = ""] = MEASURED.exec(text.trim()) ?? [];
  const unitCode = UNITS[unit.toLowerCase()];
  if (unitCode === undefined) return undefined;
  return { "@type": "QuantitativeValue", value: Number(whole.replace(/[, ]/g, "") + decimals), unitCode };
}

const text = (value: string) => value;

/** schema.org terms, by row name. */
const TERMS: Record<string, [term: string, of: (value: string) => unknown]> = {
  colour: ["color", text],
  color: ["color", text],
  "interior colour": ["vehicleInteriorColor", text],
  "interior color": ["vehicleInteriorColor", text],
  interior: ["vehicleInteriorType", text],
  gearbox: ["vehicleTransmission", text],
  transmission: ["vehicleTransmission", text],
  "driven wheels": ["driveWheelConfiguration", text],
  fuel: ["fuelType", text],
  body: ["bodyType", text],
  mileage: ["mileageFromOdometer", quantity],
  weight: ["weight", quantity],
};

const ENGINE_TERMS: Record<string, [term: string, of: (value: string) => unknown]> = {
  engine: ["name", text],
  displacement: ["engineDisplacement", quantity],
  power: ["enginePower", quantity],
  torque: ["torque", quantity],
};

function termsOf(specs: readonly SpecRow[], terms: typeof TERMS): Record<string, unknown> {
  const properties = specs.flatMap(({ name, value }): [string, unknown][] => {
    const key = name.toLowerCase();
    const [term, format] = (Object.hasOwn(terms, key) && terms[key]) || [];
    const formatted = format?.(value);
    return term === undefined || formatted === undefined ? [] : [[term, formatted]];
  });
  // Of two rows with the same term, the first counts.
  return Object.fromEntries(properties.reverse());
}

/** Every row as it is, plus rows with a known term. */
function specsData(specs: readonly SpecRow[]) {
  if (specs.length === 0) return {};
  const engine = termsOf(specs, ENGINE_TERMS);
  return {
    ...termsOf(specs, TERMS),
    ...(Object.keys(engine).length > 0 ? { vehicleEngine: { "@type": "EngineSpecification", ...engine } } : {}),
    additionalProperty: specs.map(({ name, value }) => ({ "@type": "PropertyValue", name, value })),
  };
}
