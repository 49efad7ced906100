import { DAY } from "~/lib/time";
import type { Random } from "../random";
import { createDeck } from "./decks";

interface SampleEvent {
  title: string;
  category: string;
  location: string;
  shortDescription: string;
  fullDescription: string;
  url: string | null;
  /** Hour, and duration in hours. */
  openingHour: number;
  hours: number;
  /** The first Sunday of a month, a weekend, or a Thursday. */
  day: EventDay;
}

type EventDay = "first Sunday" | "weekend" | "Thursday";

/** The picture of line N is `pictures/events/N`. Category | title | opening hour + hours | day | short description. */
const EVENTS =
  `Cars & Coffee | First Sunday Coffee, {town} | 9 + 3 | first Sunday | Bring what you have, park where you are told, stay for a second cup.
Car/Truck/Bike Show | {town} Motor Day | 10 + 8 | weekend | Two hundred vehicles on the market square, from steam to turbo.
Track Day | Open Pit Lane, {town} | 8 + 9 | weekend | Five classes, open pit lane, noise limit 98 dB. Helmets can be borrowed.
Concours | Concours on the Lawn, {town} | 11 + 7 | weekend | Forty invited cars, a jury that knows its screws, and a band.
Auction | Barn Finds under the Hammer, {town} | 13 + 5 | weekend | Sixty lots without reserve. Viewing from the day before.
Club Meetup | Air-Cooled Evening, {town} | 17 + 4 | Thursday | Rear engines only, or at least rear seats. The grill is lit at six.
Museum Exhibit | Small Cars, Big Ideas, {town} | 10 + 8 | weekend | Microcars of the fifties, most of them in running order.
Other | Spares Market, {town} | 8 + 6 | weekend | Parts, books, tools and the one screw that you are looking for.
Car/Truck/Bike Show | Two Wheels on the Square, {town} | 12 + 6 | weekend | Café racers, scooters and everything that leans. Four wheels park round the corner.
Cars & Coffee | Early Birds, {town} | 7 + 3 | weekend | Gates at seven, gone by ten, nobody disturbed.
Club Meetup | Pre-War Breakfast, {town} | 9 + 4 | weekend | Whatever was built before 1940 parks in front; whoever comes in something younger helps to push.
Track Day | Slow Hands Regularity Trial, {town} | 10 + 7 | weekend | Nobody wins by being fast: three laps within a tenth of a second.`
    .split("\n")
    .map((line) => line.split("|").map((part) => part.trim()) as [string, string, string, string, string]);

const DETAILS = `Registration is free for exhibitors; please be on the ground half an hour before opening.
Dogs are welcome on a lead.
There is parking for visitors next to the site, and a shuttle from the station every twenty minutes.
Food comes from local kitchens, music at a volume that allows conversation.
Children enter free of charge and leave with a whistle.
In heavy rain we move under the market hall roof, so look here again the evening before.
Every vehicle gets a card for its story; pens are provided, modesty is not required.
Please no engines before nine, out of respect for the neighbours and their cats.
The first hundred to arrive get a mug that does not leak.
Exhibitors may leave whenever they like, provided they leave slowly.
A mechanic with a well-filled van is on the ground all day and charges in biscuits.
Photographers meet at the main gate an hour before the public.
We need six more people with yellow vests and calm voices.
Prizes go to the best sound, the best story and the longest journey.
The programme is one page long and hangs at the entrance.
All surplus goes to the apprentices’ workshop of the town.
If you have never been to anything like it, you are the guest we hope for.
Bring a folding chair and somebody to talk to.
Card payment works most of the time, coins work always.
Wheelchair users find a level path from the car park to every stand.
There will be speeches, but they are limited to two minutes by an egg timer.
Spectators stay behind the straw bales, however much they know.
A quiet corner with tables is kept for those who like engines but not crowds.
Leaflets in four languages explain what you are looking at.
At noon all engines are started together, once, for a single minute.
Last year the cake ran out at two, so come early.`.split("\n");

const VENUES = [
  "Market Square",
  "Old Airfield",
  "Castle Park",
  "Exhibition Hall 2",
  "Railway Museum Yard",
  "Town Meadow",
];

export const CANCEL_REASON =
  "The field is under water after the rain, and the farmer will not let us on it. Tickets are paid back by the end of the week.";

/** No detail repeats while there are unused ones. */
export function createEventMaker(random: Random): (index: number, place: string) => SampleEvent {
  const details = createDeck(random, DETAILS, true);
  return (index, place) => {
    const [category, title, times, day, shortDescription] = EVENTS[index % EVENTS.length]!;
    const [openingHour, hours] = times.split("+").map(Number) as [number, number];
    return {
      title: title.replace("{town}", place.split(",")[0]!),
      category,
      location: `${random.pick(VENUES)}, ${place}`,
      shortDescription,
      fullDescription: `${details.deal()}\n\n${details.deal()}`,
      url: random.chance(0.5) ? `https://events.example/${index + 1}` : null,
      openingHour,
      hours,
      day: day as EventDay,
    };
  };
}

/**
 * From `start` on.
 * @param start midnight (UTC), ms since 1970
 */
export function suitableDay(start: number, day: EventDay, preferSunday: boolean): number {
  const suits = (time: number) => {
    const date = new Date(time);
    if (day === "Thursday") return date.getUTCDay() === 4;
    if (day === "first Sunday") return date.getUTCDay() === 0 && date.getUTCDate() <= 7;
    return date.getUTCDay() === (preferSunday ? 0 : 6);
  };
  let time = start;
  while (!suits(time)) time += DAY;
  return time;
}
