import type { EntryText } from "./entries";

type Short = [kind: EntryText["kind"], title: string, text: string];

/** For load tests, and if a garage has used all others. */
export const SHORT_ENTRIES: readonly Short[] =
  `Service | Oil and filter | Oil changed warm, filter with it, nothing unusual on the plug.
Service | Greased all round | Every nipple found and fed, old grease wiped away.
Service | Brake fluid | Bled through until it ran clear, pedal firm.
Service | Tyre pressures and a wash | Pressures set cold, stones picked from the tread.
Service | Air filter | The old one held half a summer of dust.
Service | Valve clearances | Two had closed up, set cold as the book says.
Service | New plugs | Gapped, torqued, the old ones kept for luck.
Service | Battery charged | A night on the conditioner, starts at once again.
Service | Lamps and fuses | One bulb, one tired fuse, all contacts cleaned.
Service | Wheel bearings checked | No play, no noise, fresh grease.
Work | A small leak | Found it, wiped it, tightened it, watched it overnight.
Work | New exhaust rubbers | The rattle at idle is gone.
Work | Throttle cable | New cable, a drop of oil, a lighter pedal.
Work | Earth strap | Cleaned to bright metal on both ends.
Work | Handbrake adjusted | Three clicks instead of nine.
Work | Fuel hose | The old one cracked at the clip, so both went.
Work | Horn | It speaks again, in a slightly different voice.
Work | Mirror glass | New glass in the old rim.
Note | Noise diary | It only does it when cold, and only on the left.
Note | Fuel noted | Better than last month, on the same road.
Note | Parts arrived | The right ones, at the second attempt.
Note | List for the winter | Eleven lines, three of them serious.
Note | Parked for a month | On blocks, covered, turned over by hand.
Event | Sunday run | Back before lunch with clean hands.
Event | Club evening | Stood in the rain and talked about rain.
Event | Local show | Four questions, two photographs, one offer.
Event | Long drive | All day on small roads, nothing to report.
Milestone | Round number | It turned over on the way to work.
Milestone | Inspection passed | No remarks this year.
Milestone | A year without a tow | Written here so that it counts.`
    .split("\n")
    .map((line) => line.split(" | ") as Short);
