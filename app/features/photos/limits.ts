import { plural } from "~/lib/text";

export const MAX_CAPTION = 300;

/** Of a vehicle; if there are more, the last photo links to all. */
export const MAX_ON_PAGE = 9;

const FAILURES = new Map([
  ["upload", "Upload failed. Please try again."],
  ["cover", "Failed to update cover photo."],
]);

/** @param act intent of the failed form */
export function photoFailure(act: string): string {
  return FAILURES.get(act) ?? "Something went wrong.";
}

export function photosAdded(count: number): string {
  return `${plural(count, "photo")} added.`;
}
