import type { Random } from "~/lib/random";

export interface SampleEvent {
  title: string;
  category: string;
  location: string;
  shortDescription: string;
  fullDescription: string;
  url: string | null;
  /** Hour of the day at which it opens, and hours until it ends. */
  opensAt: number;
  hours: number;
}

/** Category | title | opening hour + hours | short description; "{town}" is where it happens. */
const EVENTS =
  `Cars & Coffee | First Sunday Coffee, {town} | 9 + 3 | Bring what you have, park where you are told, stay for a second cup.
Car/Truck/Bike Show | {town} Motor Day | 10 + 8 | Two hundred vehicles on the market square, from steam to turbo.
Track Day | Open Pit Lane, {town} | 8 + 9 | Five classes, open pit lane, noise limit 98 dB. Helmets can be borrowed.
Concours | Concours by the Water, {town} | 11 + 7 | Forty invited cars, a jury that knows its screws, and a band.
Auction | Barn Finds under the Hammer, {town} | 13 + 5 | Sixty lots without reserve. Viewing from the day before.
Club Meetup | Air-Cooled Evening, {town} | 17 + 4 | Rear engines only, or at least rear seats. Grill from six.
Museum Exhibit | Small Cars, Big Ideas, {town} | 10 + 8 | Microcars of the fifties, most of them in running order.
Other | Spares Market, {town} | 8 + 6 | Parts, books, tools and the one screw that you are looking for.
Car/Truck/Bike Show | Two Wheels on the Quay, {town} | 12 + 6 | Café racers, scooters and everything that leans.
Cars & Coffee | Early Birds at the Mill, {town} | 7 + 3 | Gates at seven, gone by ten, nobody disturbed.
Club Meetup | Pre-War Breakfast, {town} | 9 + 4 | For vehicles built before 1940 and for people who like to push them.
Track Day | Slow Hands Regularity Trial, {town} | 10 + 7 | Nobody wins by being fast: three laps within a tenth of a second.`
    .split("\n")
    .map((line) => line.split("|").map((part) => part.trim()) as [string, string, string, string]);

const DETAILS = [
  "Registration is free for exhibitors; please be on the ground half an hour before opening. Dogs are welcome on a lead.",
  "There is parking for visitors next to the site, and a shuttle from the station every twenty minutes.",
  "Food comes from local kitchens, music at a volume that allows conversation. Children enter free of charge.",
  "In heavy rain we move under the market hall. Please look here again the evening before.",
];

const VENUES = [
  "Market Square",
  "Old Airfield",
  "Harbour Quay",
  "Railway Museum Yard",
  "Castle Park",
  "Exhibition Hall 2",
];

/** Event number `index`, at a place such as "Reims, France". */
export function sampleEvent(random: Random, index: number, place: string): SampleEvent {
  const [category, title, times, shortDescription] = EVENTS[index % EVENTS.length]!;
  const [opensAt, hours] = times.split("+").map(Number) as [number, number];
  const details = random.shuffle(DETAILS).slice(0, 2);
  return {
    title: title.replace("{town}", place.split(",")[0]!),
    category,
    location: `${random.pick(VENUES)}, ${place}`,
    shortDescription,
    fullDescription: [shortDescription, ...details].join("\n\n"),
    url: random.chance(0.5) ? `https://events.example/${index + 1}` : null,
    opensAt,
    hours,
  };
}
