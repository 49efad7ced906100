export const ENTRY_KINDS = ["Note", "Work", "Modification", "Service", "Event", "Milestone"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export const STATUSES = ["Done", "Planned", "Removed"] as const;
export type EntryStatus = (typeof STATUSES)[number];

export const AREAS = [
  "Engine",
  "Transmission",
  "Suspension",
  "Brakes",
  "Wheels & Tyres",
  "Exterior",
  "Interior",
  "Electrics",
  "Other",
] as const;
export type EntryArea = (typeof AREAS)[number];

/** All columns except the cost. */
export const EXPORTED_FIELDS = ["kind", "title", "text", "date", "mileage", "unit", "status", "area", "parts"] as const;

export const UNITS = ["km", "mi"] as const;
export type MileageUnit = (typeof UNITS)[number];

/** No vehicle is older. */
export const FIRST_DAY = "1885-01-01";

/** Characters; mileage and cost as numbers. */
export const ENTRY_LIMITS = {
  title: 120,
  text: 20_000,
  mileage: 9_999_999,
  cost: 999_999_999.99,
  part: { name: 120, maker: 80, number: 80, url: 2_000 },
} as const;

export const MAX_ENTRIES = 2_000;
export const MAX_PARTS = 20;
export const MAX_PHOTOS_PER_ENTRY = 20;

export const ENTRIES_PER_PAGE = 20;
export const LATEST_ON_PAGE = 3;
export const MAX_MODIFICATIONS = 60;
/** Characters. */
export const EXCERPT_LENGTH = 280;

/** First in the list; any other ISO 4217 currency is valid. */
export const COMMON_CURRENCIES = "EUR USD GBP CHF SEK NOK DKK PLN CZK CAD AUD JPY".split(" ");

export const ENTRY_MESSAGES = {
  title: "Please give the entry a title.",
  kind: "Please choose a kind.",
  status: "Please choose Planned, Done or Removed.",
  area: "Please choose an area.",
  day: "Date must be a day, such as 2026-05-01.",
  early: "Date must not be before 1885.",
  future: "Date must not be in the future.",
  mileage: "Mileage must be a whole number, such as 84200.",
  unit: "Please choose km or mi.",
  cost: "Cost must be an amount with at most two decimals, such as 1250.50.",
  eitherWay: (text: string, thousands: string, decimals: string) =>
    `“${text}” can be read in two ways. Please enter ${thousands} or ${decimals}.`,
  currency: "Please choose a currency, such as EUR.",
  parts: "Parts must be a list of rows with a name.",
  tooManyParts: `An entry can have at most ${MAX_PARTS} parts.`,
  part: "Please name the part.",
} as const;

export const ENTRY_ADDED = "Added to the build log!";
export const ENTRY_UPDATED = "Entry updated successfully!";
export const ENTRY_DELETED = "Entry deleted successfully.";
export const ENTRY_FAILED = "Failed to save the entry.";
