import { DomainError } from "~/lib/errors";
import { formatCount } from "~/lib/text";
import { DAY, now } from "~/lib/time";

export const FIRST_YEAR = 1885;

/** Model years run ahead of the calendar by at most two. */
export function lastYear(): number {
  return new Date(now()).getUTCFullYear() + 2;
}

/** Any other text is valid. */
export const CONDITION_SUGGESTIONS = [
  "Concours",
  "Excellent",
  "Restored",
  "Original",
  "Modified",
  "Driver",
  "Project",
  "Barn find",
] as const;

/** Columns of a vehicle, and members of its input. */
export const VEHICLE_FIELDS = ["make", "model", "year", "condition", "description", "story"] as const;

export type VehicleField = (typeof VEHICLE_FIELDS)[number];

export const VEHICLE_LIMITS = { make: 60, model: 80, condition: 100, description: 2_000, story: 20_000 } as const;

export const MAX_VEHICLES = 1_000;
/** Per user in 24 hours; the same for entries. */
export const MAX_NEW_A_DAY = 200;

export const SPEC_LIMITS = { rows: 40, name: 60, value: 200 } as const;

export const VEHICLE_ADDED = "Your vehicle is in the garage.";
export const SPECS_SAVED = "Spec sheet saved.";
export const ADD_FAILED = "Failed to add vehicle. Please try again.";
export const UPDATE_FAILED = "Failed to update vehicle.";

/**
 * Call it in the writing transaction.
 * @param place.name start of a sentence: "A garage"
 * @param place.things plural name of its contents: "vehicles"
 * @param count current contents
 * @param today the user's additions since `aDayAgo`, there or elsewhere
 * @throws DomainError conflict if full; rate_limited
 */
export function requireVehicleLimit(
  { name, things, most }: { name: string; things: string; most: number },
  count: number,
  today: readonly { createdAt: number }[],
): void {
  if (count >= most) {
    const message = `${name} can have at most ${formatCount(most)} ${things}. Delete some to make room.`;
    throw new DomainError("conflict", message);
  }
  if (today.length < MAX_NEW_A_DAY) return;
  const wait = Math.ceil((Math.min(...today.map(({ createdAt }) => createdAt)) + DAY - now()) / 1000);
  const message = `You can add at most ${MAX_NEW_A_DAY} ${things} in 24 hours. Please try again later.`;
  throw new DomainError("rate_limited", message, {}, Math.max(1, wait));
}

export const aDayAgo = () => now() - DAY;
