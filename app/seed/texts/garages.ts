import type { Random } from "../random";
import { createDecks } from "./decks";
import type { SamplePerson } from "./people";

const NAMES = [
  "The Oily Rag",
  "Patina & Sons",
  "The Long Driveway",
  "Barn Number Three",
  "Slow Restoration Club",
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
  "Almost Finished",
  "Double Declutch",
  "The Missing Gasket",
  "Leaded & Unleaded",
  "Choke Out, Heater On",
];

const LOCAL: Record<string, readonly string[]> = {
  France: ["Chez Carburateur", "Atelier du Dimanche"],
  Germany: ["Werkstatt 12", "Boxenstopp"],
  Italy: ["Officina Domenica"],
  Sweden: ["Verkstaden"],
  Denmark: ["Værkstedet"],
  Spain: ["Taller del Domingo"],
  Portugal: ["Oficina do Rossio"],
  Netherlands: ["De Werkplaats"],
  Poland: ["Garaż Nr 7"],
  Czechia: ["Stará dílna"],
  Brazil: ["Oficina da Esquina"],
};

const FIRST_WORDS =
  "Red,Old,Mill,Orchard,Railway,Hilltop,Copper,North,Back,Foundry,Brickyard,Corner,Orange,Linden,Chestnut";
const LAST_WORDS =
  "Street Garage,Lane Motors,Yard,Works,Shed,Carriage House,Stable,Lock-up,Coachworks,Row Garage,Barn,Hangar,Workshop,Depot,Arches";
const TEMPLATES: ((random: Random, person: SamplePerson) => string)[] = [
  (random) => `${random.pick(FIRST_WORDS.split(","))} ${random.pick(LAST_WORDS.split(","))}`,
  (_, person) => `${person.family} & Family`,
  (random, person) => `${person.town} ${random.pick(["Classics", "Motor Shed", "Wheels", "Sunday Drivers", "Garage"])}`,
  (random, person) =>
    `${possessive(person.givenName)} ${random.pick(["Garage", "Shed", "Lock-up", "Stable", "Carport", "Barn"])}`,
  (random) => `The ${random.pick(FIRST_WORDS.split(","))} ${random.pick(LAST_WORDS.split(","))}`,
  (random, person) => `${random.pick(["Garage", "Box", "Unit", "Bay"])} ${random.int(2, 89)}, ${person.town}`,
];

function possessive(name: string): string {
  return name.endsWith("s") ? `${name}’` : `${name}’s`;
}

/** The first few hundred names differ. */
export function createGarageNamer(random: Random): (person: SamplePerson) => string {
  const specialNames = random.shuffle(NAMES);
  const usedNames = new Set<string>();
  return (person) => {
    for (let tries = 0; tries < 8; tries++) {
      const local = LOCAL[person.country]?.find((name) => !usedNames.has(name));
      const specialName =
        usedNames.size < NAMES.length * 2 && random.chance(0.5) ? (local ?? specialNames.pop()) : undefined;
      const name = specialName ?? random.pick(TEMPLATES)(random, person);
      if (usedNames.has(name)) continue;
      usedNames.add(name);
      return name;
    }
    return `${random.pick(FIRST_WORDS.split(","))} ${random.pick(LAST_WORDS.split(","))} No. ${random.int(2, 999)}`;
  };
}

const PARTS = {
  opening: `A double garage in {town} that was meant for one car and a freezer. The freezer lost.
What started as shelter for one old thing in {town} is now the place where friends meet on Thursday evenings.
An old joinery in {town}, dry, well lit, and never quite warm enough in January.
Everything here in {town} runs, is registered and gets driven. Nothing is for sale, so please do not ask twice.
A rented lock-up at the edge of {town}, shared with two neighbours and a very patient cat.
The garage behind our house in {town}. My father dug the inspection pit by hand in 1974, and it still floods.
Four walls in {town}, one lift, and a rule: what comes in on a trailer leaves on its own wheels.
I keep a small collection in {town}, bought one at a time and paid for with a lot of packed lunches.
We are three friends with one key to a former fire station in {town}.
Once this was the bakery of our street in {town}; the oven now dries paint.
You will find us in {town}, behind the green gate that looks locked and never is.
My half of a barn near {town}, with a lease that is renewed each spring over a bottle of something.
The cellar of an old printing works in {town}, reached by a goods lift that has its own opinions.
It began with a broken lawnmower in {town} and got out of hand in a very orderly way.
A railway shed outside {town}, long enough for six if nobody opens a door.
Our family has parked in this courtyard in {town} for four generations, never twice in the same place.
A plain steel hall in {town}, chosen for the floor and loved for the roof light.
There is a garage in {town} where the radio is older than the mechanic. This is it.
Half workshop, half living room, wholly in {town}, and heated by whoever is talking.
The old dairy in {town} keeps its cool in summer and us in jumpers all winter.
I rent the ground floor of a stable in {town}; the horse upstairs is a joke that we no longer explain.
Somewhere in {town} a sensible person would have built a conservatory. We built this.
A school workshop in {town} that closed with its benches still in place. So were the vices.
This is what two brothers, one mother and no television can do in {town}.
The shop floor of a closed bicycle factory in {town}, shared with a potter and her kiln.
Under a railway bridge in {town}, where every tightening of a bolt is timed between two trains.`.split("\n"),
  middle: `I do my own mechanical work and leave paint to people who know what they are doing.
Originality matters to me more than shine, so you will see scratches that have a story.
Most of the parts come from swap meets, and some of them even fit.
Every vehicle has a folder with receipts, photographs and one honest list of what is still wrong.
I try to take each of them out at least twice a month, also in winter if the roads are dry.
The lathe was my grandfather’s, and so is most of the advice.
The taste is mixed: if it was built with a good idea in mind, it may come in.
Nothing is hurried here, because hurried work has to be done again.
We repair before we replace and ask before we paint.
My speciality is whatever was made badly on a Friday afternoon long ago.
A wall chart says whose turn it is to be driven, and the chart is obeyed.
I photograph each step, partly for the record and partly to find the screws again.
Electrics are done on Mondays only, when I still believe in them.
The collection grows by invitation and shrinks by nobody’s wish.
Small engines get the bench by the window, large ones the corner with the crane.
My wife keeps the books, which is why we are still friends.
Tools are lent to anybody who brings them back cleaner.
I like machines that show you how they work.
A kettle, a first-aid box and a good torch were the first three purchases.
What cannot be bought gets made, and what cannot be made gets discussed.
There are more clocks than finished projects, and all of them disagree.
I learned everything from the factory manuals and unlearned half of it from the vehicles.
If a bolt is seized, it gets heat, oil and a night to think about it.
The oldest resident is started on New Year’s Day, whatever the weather says.`.split("\n"),
  ending: `Visitors are welcome if you write first.
If you know a good machinist in the area, please leave a comment.
Follow along if you like slow progress and many photographs.
The coffee is always on. Bring biscuits.
I am happy to answer questions about parts and numbers.
Come on a Saturday, and come in old trousers.
Please knock loudly; somebody will be hammering.
New faces are shown around gladly, new opinions after the second cup.
Anybody passing with a breakdown gets a bench and a sandwich.
Send me a photograph of yours, and I will send you the right torque.
The door is open when the blue lamp is lit.
We swap spares, stories and, in autumn, apples.`.split("\n"),
};

/** No sentence repeats while there are unused ones. */
export function createGarageDescriber(
  random: Random,
  mayRepeat: boolean,
): (person: SamplePerson, isShort: boolean) => string {
  const decks = createDecks(random, PARTS, mayRepeat);
  return (person, isShort) => {
    const opening = decks.opening.deal()?.replace("{town}", person.town);
    const rest = isShort ? [] : [decks.middle.deal(), random.chance(0.5) ? decks.ending.deal() : undefined];
    return [opening, rest.filter(Boolean).join(" ")].filter(Boolean).join("\n\n");
  };
}
