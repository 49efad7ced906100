import type { Random } from "~/lib/random";
import type { SamplePerson } from "./people";

const NAMES = [
  "The Oily Rag",
  "Werkstatt 12",
  "Patina & Sons",
  "The Long Driveway",
  "Barn Number Three",
  "Chez Carburateur",
  "Slow Restoration Club",
  "Officina Domenica",
  "The Dry Sump",
  "Sunday Starters",
  "Two Bays and a Kettle",
  "Third Gear Is Fine",
  "The Cold Start",
  "Torque & Tea",
  "Garage under the Arches",
  "Wiring Is Optional",
  "Lost 10 mm Society",
  "The Quiet Exhaust",
  "Atelier du Dimanche",
  "Almost Finished",
  "Verkstaden",
  "Double Declutch",
  "The Missing Gasket",
  "Boxenstopp",
  "Leaded & Unleaded",
  "Choke Out, Heater On",
];

const FIRST =
  "Red,Old,Harbour,Mill,Orchard,Railway,Hilltop,Copper,Canal,North,Back,Foundry,Quarry,Lighthouse,Brickyard,Corner,Orange,Linden,Chestnut,Dockside";
const LAST =
  "Street Garage,Lane Motors,Yard,Works,Shed,Carriage House,Stable,Lock-up,Coachworks,Row Garage,Barn,Hangar,Workshop,Depot,Arches";
const TEMPLATES: ((random: Random, person: SamplePerson) => string)[] = [
  (random) => `${random.pick(FIRST.split(","))} ${random.pick(LAST.split(","))}`,
  (_, person) => `${person.family} & Family`,
  (random, person) => `${person.town} ${random.pick(["Classics", "Motor Shed", "Wheels", "Sunday Drivers", "Garage"])}`,
  (random, person) =>
    `${possessive(person.given)} ${random.pick(["Garage", "Shed", "Lock-up", "Stable", "Carport", "Barn"])}`,
  (random) => `The ${random.pick(FIRST.split(","))} ${random.pick(LAST.split(","))}`,
  (random, person) => `${random.pick(["Garage", "Box", "Unit", "Bay"])} ${random.int(2, 89)}, ${person.town}`,
];

function possessive(name: string): string {
  return name.endsWith("s") ? `${name}’` : `${name}’s`;
}

/** A namer that gives each of its first few hundred garages a different name. */
export function createGarageNamer(random: Random): (person: SamplePerson) => string {
  const inventions = random.shuffle(NAMES);
  const taken = new Set<string>();
  return (person) => {
    for (let tries = 0; tries < 8; tries++) {
      const invented = taken.size < inventions.length * 2 && random.chance(0.5) ? inventions.pop() : undefined;
      const name = invented ?? random.pick(TEMPLATES)(random, person);
      if (taken.has(name)) continue;
      taken.add(name);
      return name;
    }
    return `${random.pick(FIRST.split(","))} ${random.pick(LAST.split(","))} No. ${random.int(2, 999)}`;
  };
}

const OPENINGS = [
  "A double garage in {town} that was meant for one car and a freezer. The freezer lost.",
  "What started as shelter for one car in {town} is now the place where friends meet on Thursday evenings.",
  "An old joinery in {town}, dry, well lit, and never quite warm enough in January.",
  "Everything here runs, is registered and gets driven. Nothing here is for sale, so please do not ask twice.",
  "A rented lock-up at the edge of {town}, shared with two neighbours and a very patient cat.",
  "The garage behind our house in {town}. My father dug the inspection pit by hand in 1974, and it still floods.",
  "Four walls, one lift, and a rule: what comes in on a trailer leaves on its own wheels.",
  "I keep a small collection in {town}, bought one at a time and paid for with a lot of packed lunches.",
  "We are three friends with one key to a former fire station in {town}.",
];
const MIDDLES = [
  "I do my own mechanical work and leave paint to people who know what they are doing.",
  "Originality matters to me more than shine, so you will see scratches that have a story.",
  "Most of the parts come from swap meets, and some of them even fit.",
  "Every vehicle has a folder with receipts, photographs and one honest list of what is still wrong.",
  "I try to take each of them out at least twice a month, also in winter if the roads are dry.",
  "The lathe was my grandfather’s, and so is most of the advice.",
  "The taste is mixed: if it was built with a good idea in mind, it may come in.",
];
const ENDINGS = [
  "Visitors are welcome if you write first.",
  "If you know a good machinist in the area, please leave a comment.",
  "Follow along if you like slow progress and many photographs.",
  "Coffee is always on. Bring biscuits.",
  "I am happy to answer questions about parts and numbers.",
  "",
];

export function garageDescription(random: Random, person: SamplePerson, short: boolean): string {
  const opening = random.pick(OPENINGS).replace("{town}", person.town);
  if (short) return opening;
  const rest = [random.pick(MIDDLES), random.pick(ENDINGS)].filter((part) => part !== "").join(" ");
  return `${opening}\n\n${rest}`;
}
