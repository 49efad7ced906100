import { DomainError } from "~/lib/errors";
import { formatCount } from "~/lib/text";
import { DAY, now } from "~/lib/time";

export const FIRST_YEAR = 1885;

/** Model years run ahead of the calendar by two at most. */
export function lastYear(): number {
  return new Date(now()).getUTCFullYear() + 2;
}

/** Offered while typing; any other text is as good. */
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

export const VEHICLE_LIMITS = { make: 60, model: 80, condition: 100, description: 2_000, story: 20_000 } as const;

export const MAX_VEHICLES = 1_000;
/** New vehicles of one person in 24 hours, and as many new entries. */
export const MAX_NEW_A_DAY = 200;

export const SPEC_LIMITS = { rows: 40, name: 60, value: 200 } as const;

export const VEHICLE_ADDED = "Your vehicle is in the garage.";
export const SPECS_SAVED = "Spec sheet saved.";
export const ADD_FAILED = "Failed to add vehicle. Please try again.";
export const UPDATE_FAILED = "Failed to update vehicle.";

/**
 * Refuses one more where a place is full, or its person has added many of the kind in 24 hours: asked in the transaction
 * that writes it.
 * @param place.name as a sentence begins: "A garage"
 * @param place.things that stand there: "vehicles"
 * @param count how many stand there
 * @param today those that the person has added since `aDayAgo`, there or elsewhere
 * @throws DomainError conflict, rate_limited
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

/** What was added since counts. */
export const aDayAgo = () => now() - DAY;
