import type { View } from "../models";

/** The stages of a project, in their order; "use" goes on for as long as somebody has the vehicle. */
export type Stage = "arrive" | "engine" | "chassis" | "body" | "inside" | "test" | "use" | "plan";

export type Area =
  | "Engine"
  | "Transmission"
  | "Suspension"
  | "Brakes"
  | "Wheels & Tyres"
  | "Exterior"
  | "Interior"
  | "Electrics"
  | "Other";

/** What may be written into a build log, and of which vehicles it is true. */
export interface EntryText {
  stage: Stage;
  kind: "Note" | "Work" | "Modification" | "Service" | "Event" | "Milestone";
  /** Of a modification. */
  area?: Area;
  /** Of a modification; Done where nothing is said. */
  status?: "Planned" | "Removed";
  /**
   * Traits (`specs-list.ts`), fuels and kinds that a vehicle must have, those with "!" not; besides `wheels4`, `wheels2`,
   * `old` (before 1980) and `restored`, which it is or is becoming.
   */
  needs: string;
  title: string;
  /**
   * Slots as in stories; {fuel}, {test} (the inspection where the owner lives), {clock} (its mileage then), {since} (the
   * distance since the log begins) and {far:300} (so many miles, in the owner's unit).
   */
  text: string;
  /** The first and the last month in which it may be; of the stage "use". */
  months?: [from: number, to: number];
  /** The least and the most that it may cost, euros. */
  cost?: [number, number];
  /** "name; maker; number; url" each. */
  parts?: string[];
  /** Which view of the vehicle goes with it, and its caption. */
  picture?: [view: View, caption: string];
}
