import type { View } from "../models";

/** In order; "use" lasts as long as the owner has the vehicle. */
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

export interface EntryText {
  stage: Stage;
  kind: "Note" | "Work" | "Modification" | "Service" | "Event" | "Milestone";
  area?: Area;
  /** Of a modification; default Done. */
  status?: "Planned" | "Removed";
  /**
   * Traits (`specs-list.ts`), fuels and kinds; with "!" excluded ones. Also `wheels4`, `wheels2`, `old` (before 1980)
   * and `restored` (finished or in progress).
   */
  needs: string;
  title: string;
  /**
   * Slots as in stories; {fuel}, {test} (the inspection in the owner's country), {clock} (the mileage then), {since}
   * (the distance since the start of the log) and {far:300} (miles, in the owner's unit).
   */
  text: string;
  months?: [from: number, to: number];
  cost?: [number, number];
  /** "name; maker; number; url" each. */
  parts?: string[];
  picture?: [view: View, caption: string];
}
