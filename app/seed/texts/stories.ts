import type { Random } from "~/lib/random";

/** How a vehicle is used, as far as the words about it differ. */
export type Kind = "car" | "bike" | "prewar" | "racer" | "work";

export interface Subject {
  kind: Kind;
  make: string;
  model: string;
  year: number;
  /** "racing green". */
  paint: string;
  /** Where the owner lives. */
  town: string;
}

type Lines = readonly string[];

const CONDITIONS: Lines = [
  "Excellent",
  "Restored",
  "Restored",
  "Good",
  "Good",
  "Driver quality",
  "Rolling restoration",
];
const WORN_CONDITIONS: Lines = ["Original, with patina", "Original, with patina", "Good", "Driver quality"];

const SUMMARIES: Record<Kind, Lines> = {
  car: [
    "A {year} {model} in {paint}, driven most weekends from spring to the first salt.",
    "Matching numbers, {paint}, and a folder of bills as thick as a phone book.",
    "Bought as an honest car, kept as one. Everything works except the clock.",
    "{paint^} over a cabin that still smells of its first owner’s pipe.",
    "Mechanically sorted, cosmetically interesting. That is how I like a {make}.",
    "Two owners before me, both of whom kept every receipt.",
    "A careful restoration that took twice as long and cost about what everybody had said it would.",
  ],
  bike: [
    "A {year} {model} that starts on the second kick, every time.",
    "Light, loud enough, and {paint}. I ride it to work when it is dry.",
    "Rebuilt on a kitchen table over two winters. The table has been replaced.",
    "Original frame and engine numbers, new wiring, fresh seals.",
    "{paint^} tank, honest chrome, and a tool roll that gets used.",
  ],
  prewar: [
    "A {year} {make} that has been on the road in nine different decades.",
    "Crash gearbox, centre throttle, and no hurry at all.",
    "An open tourer in {paint}, used for rallies, weddings and the occasional shopping trip.",
    "Known history from new, with a gap of eleven years that it spent under hay.",
  ],
  racer: [
    "A {year} {model} with its original logbook and an engine that was built last winter.",
    "Club racer in {paint}, prepared at home and towed behind an estate car.",
    "Raced when it was new, forgotten for thirty years, and now out again four times a season.",
  ],
  work: [
    "A {year} {model} that still carries things. That is what it was built for.",
    "Dents outside, a sound chassis underneath, and {paint} nearly everywhere.",
    "It has hauled firewood, bicycles, two sofas and one very calm goat.",
    "Honest, slow, and the one everybody asks to borrow.",
  ],
};

const FINDING: Record<Kind, Lines> = {
  car: [
    "I found it through a handwritten card in a tool shop in {town}. The seller wanted to see how I closed the doors before he would talk about money.",
    "My aunt’s neighbour had parked it in 1998 “for the winter”. When her house was sold, I got a call: come with a trailer, and come before Saturday.",
    "I had been looking for a {make} for about six years, and missed three of them by being polite. This time I drove through the night.",
    "It came up at the end of a local auction, after most people had gone home for dinner. I bid once.",
    "It was never lost: a colleague of my father owned it, and I have known it since I was four. He offered it to me when his knees no longer agreed with the seats.",
  ],
  bike: [
    "It came to me in four crates and a biscuit tin, with a frame that leaned against the wall like an umbrella.",
    "I bought it from the widow of a postman who had ridden it on Sundays only. The side stand had worn a neat hole into his garage floor.",
    "I saw it behind a bakery in {town}, under a blue tarpaulin. It took the baker two years to say yes.",
    "A friend owed me money and had two motorcycles. Now he has one and I have this.",
  ],
  prewar: [
    "It was laid up in 1951 with a cracked block, and three generations meant to do something about it. The fourth rang me.",
    "The car was sold new not far from {town}, and I have the dealer’s letter to prove it. I bought it from the grandson of the first owner.",
    "I first saw it on a hill climb, passing a modern car in a cloud of castor oil, and asked the driver for his telephone number.",
  ],
  racer: [
    "It hung from the ceiling of a racing school’s workshop for decades. When the school closed, they let me take it down.",
    "I bought it as a rolling chassis with a box of magnesium parts, half of which turned out to belong to something else.",
    "The previous owner had won a regional championship in it and wanted it to go to somebody who would race, not polish.",
  ],
  work: [
    "A farm sale outside {town}: tractors first, then tools, and this at the very end behind the barn, with a tree growing through the bumper.",
    "It belonged to a builder who had retired it to carry sand. I traded it for a cement mixer and a weekend of labour.",
    "I wanted something that could carry a gearbox and that nobody would be afraid to lean against.",
  ],
};

const STATE: Lines = [
  "On the first inspection it looked better than it was. The sills were mostly filler, and somebody had repaired the loom with speaker cable.",
  "The good news was that nothing had been thrown away. The bad news was that nothing had been labelled.",
  "It was complete, dry and tired. The engine turned by hand, the brakes did not release, and a family of mice had opinions about the seats.",
  "Rust was limited to the places where everybody has rust. I kept as much old metal as I could, and the paint under the trim told me what colour it should be.",
  "Apart from a tired head gasket there was little to do at first, which made me suspicious. I was right: the gearbox followed in the second month.",
  "A compression test gave four numbers that belonged to four different engines. So the engine came out on the first weekend.",
];

const WORK: Record<Kind, Lines> = {
  car: [
    "The body was stripped to bare metal, and a retired panel beater taught me to use a hammer without hitting things. The paint is the original {paint}, matched from inside the glove box.",
    "I rebuilt the engine with standard pistons and had the crank ground. The carburettors took longer than the rest together, until a friend found the one wrong needle.",
    "All brake lines are new, the wiring was copied wire by wire from the factory diagram, and the trim was done by a saddler who usually works on horses.",
    "Most parts were still available. The rest came from swap meets, from a very kind club, and in one case from a washing machine.",
  ],
  bike: [
    "The wheels were rebuilt with stainless spokes, the tank was lined and painted in {paint}, and every bearing that could be bought was bought.",
    "I split the cases, replaced the main bearings, and learned what a woodruff key is by losing one.",
    "The electrics are twelve volts now, hidden well enough that nobody has complained at a show yet.",
  ],
  prewar: [
    "The ash frame was replaced where it had turned to powder, and the white metal bearings were poured by one of the last people who still do it.",
    "Little can be bought, so most of it was made: hood irons, floor boards, a water pump, and a remarkable number of special spanners.",
    "I left the bodywork as it was. The {paint} is older than I am and has earned its cracks.",
  ],
  racer: [
    "The frame was checked on a jig and crack-tested, the uprights are new, and the fuel cell is in date. The rest is as it left the works.",
    "We rebuilt the engine twice: once because it was due and once because I missed a gear at the second meeting.",
    "Every bolt has been out, most were replaced, and all of them are now on a list with a torque beside it.",
  ],
  work: [
    "The chassis was blasted and galvanised, the springs were reset, and I rebuilt the axles on the floor because no bench would have carried them.",
    "It got brakes that work, a heater that nearly does, and seat belts. The body I left alone; each dent has a date.",
    "The engine only needed gaskets, hoses and an apology. The load bed is new oak from a sawmill near {town}.",
  ],
};

const DRIVING: Record<Kind, Lines> = {
  car: [
    "On the road it is happiest at about ninety kilometres an hour with the window down. Above that the conversation ends and the wind takes over.",
    "It is not fast by today’s measure, but every journey begins with somebody smiling at a petrol station.",
    "My daughter learned to drive in it. She now finds everything else too quiet, and I am counting that as a success.",
    "Last summer we took it across two mountain passes with a tent and no plan. It used half a litre of oil and one fan belt.",
  ],
  bike: [
    "It likes small roads, cool mornings and third gear. On motorways it makes its displeasure known through the footrests.",
    "With the new jets it pulls cleanly from low down, and the brakes have been promoted from a suggestion to a request.",
    "I rode it to the coast and back in one day, and walked like a cowboy for three.",
  ],
  prewar: [
    "You plan ahead when you drive it: for corners, for hills, and above all for stopping. After an hour you wonder why anybody wanted it otherwise.",
    "We use it for two rallies a year and for fetching bread. Children wave, dogs do not.",
  ],
  racer: [
    "It weighs less than my kitchen. The steering tells you everything, including things that you would rather not know at that speed.",
    "We are usually in the middle of the grid and always among the first at the barbecue.",
  ],
  work: [
    "It is slow, it is loud, and it has never once refused to start. The neighbours have stopped hiring vans.",
    "Empty it bounces, loaded it glides. I keep a few bags of gravel in the back for comfort.",
  ],
};

const NEXT: Lines = [
  "Next on the list: the speedometer, which shows enthusiasm rather than speed.",
  "Still to do: door seals, one noisy bearing, and the choice between correct tyres and safe ones.",
  "I have no plans to sell it, and none to finish it entirely. A finished one has nothing to say on a Saturday.",
  "If you know where to find a correct tool kit for a {year} {make}, I would be grateful for a message.",
  "This winter it will get new wheel bearings and, if the budget allows, the correct horn.",
  "Thanks to everybody from the club who lent tools, time and a spare distributor. It is partly yours.",
];

/** "{paint}" becomes the paint, "{paint^}" the paint with a capital. */
function fill(line: string, subject: Subject): string {
  return line
    .replace(/\ba \{make\}/g, /^[AEIOU]/.test(subject.make) ? "an {make}" : "a {make}")
    .replace("{paint^}", subject.paint[0]!.toUpperCase() + subject.paint.slice(1))
    .replace(/\{(make|model|year|paint|town)\}/g, (_, slot: keyof Subject) => String(subject[slot]));
}

export function sampleCondition(random: Random, { kind }: Subject): string {
  return random.pick(kind === "prewar" || kind === "work" ? WORN_CONDITIONS : CONDITIONS);
}

export function sampleDescription(random: Random, subject: Subject): string {
  return fill(random.pick(SUMMARIES[subject.kind]), subject);
}

/** Two to five paragraphs: how it was found, what it was like, what was done, how it drives, what comes next. */
export function sampleStory(random: Random, subject: Subject): string {
  const { kind } = subject;
  const parts = [random.pick(FINDING[kind])];
  if (random.chance(0.75)) parts.push(random.pick(STATE));
  parts.push(random.pick(WORK[kind]));
  if (random.chance(0.8)) parts.push(random.pick(DRIVING[kind]));
  if (random.chance(0.6)) parts.push(random.pick(NEXT));
  return parts.map((part) => fill(part, subject)).join("\n\n");
}
