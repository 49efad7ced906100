import { plural } from "~/lib/text";

export const MAX_CAPTION = 300;

/** Pictures that a vehicle's page shows; where there are more, the last of them leads to all. */
export const MAX_ON_PAGE = 9;

const FAILURES = new Map([
  ["upload", "Upload failed. Please try again."],
  ["cover", "Failed to update cover photo."],
]);

/** The catalogue's text where an act of the owner's forms around photos fails. @param act their intent */
export function photoFailure(act: string): string {
  return FAILURES.get(act) ?? "Something went wrong.";
}

export function photosAdded(count: number): string {
  return `${plural(count, "photo")} added.`;
}
