import type { SpecRow } from "~/db/schema";
import type { Random } from "../random";
import { capitalize } from "./capitalize";
import type { SampleModel } from "./models";
import { SPEC_LIST } from "./specs-list";

/** Of a model in one year. */
export interface Facts {
  engine: string;
  displacement: string;
  power: string;
  torque: string;
  gearbox: string;
  drive: string;
  weight: string;
  /** "twin SU HD8 carburettors": used after "the". */
  fuel: string;
  country: string;
  interiors: string[];
  /** Of `SPEC_LIST`, and `carb`, `injection` or `diesel`. */
  traits: string[];
}

const FACT_NAMES = [
  "engine",
  "displacement",
  "power",
  "torque",
  "gearbox",
  "drive",
  "weight",
  "fuel",
  "country",
  "interiors",
  "traits",
] as const;

const LINES = new Map(
  SPEC_LIST.split("\n").map((line) => {
    const [body, ...columns] = line.split("|").map((column) => column.trim());
    return [body!, columns] as const;
  }),
);

/** "a ~1963 b": a before 1963, b from then on. */
function valueInYear(text: string, year: number): string {
  const [first, ...later] = text.split("~");
  const last = later.filter((entry) => Number(entry.slice(0, 4)) <= year).at(-1);
  return (last?.slice(4) ?? first!).trim();
}

const factsCache = new Map<string, Facts>();

export function factsOf(body: string, year: number): Facts {
  const key = `${body} ${year}`;
  let facts = factsCache.get(key);
  if (facts === undefined) {
    facts = readFacts(body, year);
    factsCache.set(key, facts);
  }
  return facts;
}

function readFacts(body: string, year: number): Facts {
  const columns = LINES.get(body)!;
  const facts = Object.fromEntries(
    FACT_NAMES.map((name, index) => [name, valueInYear(columns[index]!, year)]),
  ) as Record<(typeof FACT_NAMES)[number], string>;
  const fuel = /carburettor/.test(facts.fuel) ? "carb" : /^diesel/.test(facts.fuel) ? "diesel" : "injection";
  return {
    ...facts,
    interiors: facts.interiors.split("/"),
    traits: [...new Set([...facts.traits.split(" "), fuel])],
  };
}

interface OwnSpecs {
  paint: string;
  /** "48,200 mi". */
  mileage: string;
  ownedSince: number;
}

export function specSheet(
  random: Random,
  { kind }: SampleModel,
  facts: Facts,
  { paint, mileage, ownedSince }: OwnSpecs,
): SpecRow[] {
  const onTwoWheels = kind === "bike" || kind === "scooter";
  const rows: [name: string, value: string][] = [
    ["Engine", facts.engine],
    ["Displacement", facts.displacement],
    ["Power", facts.power],
    ["Torque", facts.torque],
    ["Fuel system", capitalize(facts.fuel)],
    ["Gearbox", facts.gearbox],
    [onTwoWheels ? "Final drive" : "Driven wheels", facts.drive],
    ["Weight", facts.weight],
    ["Colour", capitalize(paint)],
    [onTwoWheels ? "Seat" : "Interior", random.pick(facts.interiors)],
    ["Mileage", mileage],
    ["Owned since", String(ownedSince)],
    ["Country of origin", facts.country],
  ];
  return rows.filter(([, value]) => value !== "").map(([name, value]) => ({ name, value }));
}

const shortSheets = new Map<string, SpecRow[]>();

/** For a load test: the same for its model and year. */
export function shortSpecSheet(body: string, year: number): SpecRow[] {
  const key = `${body} ${year}`;
  let rows = shortSheets.get(key);
  if (rows === undefined) {
    const { engine, displacement, power, country } = factsOf(body, year);
    rows = [
      { name: "Engine", value: engine },
      { name: "Displacement", value: displacement },
      { name: "Power", value: power },
      { name: "Country of origin", value: country },
    ];
    shortSheets.set(key, rows);
  }
  return rows;
}
