import { z } from "zod";
import {
  blankAsMissing,
  checkboxField,
  choiceField,
  lineField,
  plainText,
  textField,
  uploadIdsField,
  webAddressField,
} from "~/lib/fields.server";
import { readNumber } from "~/lib/numbers";
import { DAY, isDay, now, toIso, utcToday } from "~/lib/time";
import { AREAS, ENTRY_KINDS, ENTRY_LIMITS, ENTRY_MESSAGES, FIRST_DAY, MAX_PARTS, STATUSES, UNITS } from "./limits";

const oneOf = <const T extends string>(choices: readonly T[], error: string) =>
  z.preprocess((value) => blankAsMissing(value) ?? null, z.enum(choices, error).nullable());

const kindField = z.preprocess((value) => blankAsMissing(value) ?? "Note", z.enum(ENTRY_KINDS, ENTRY_MESSAGES.kind));

/** Default: today. Allows tomorrow, because time zones differ from UTC by up to a day. */
const dateField = z
  .preprocess(
    (value) => blankAsMissing(value) ?? utcToday(),
    z
      .string(ENTRY_MESSAGES.day)
      .trim()
      .refine(isDay, { error: ENTRY_MESSAGES.day, abort: true })
      .refine((day) => day >= FIRST_DAY, ENTRY_MESSAGES.early)
      .refine((day) => day <= toIso(now() + DAY).slice(0, 10), ENTRY_MESSAGES.future),
  )
  .meta({ type: "string", format: "date", description: "The day it was done; today if left out" });

/**
 * Null if empty.
 * @param pattern of valid text, including ""
 * @param whole without decimals
 */
function optionalNumber(rule: { pattern: RegExp; whole: boolean; max: number; error: string }) {
  return z.preprocess(
    (value, context) => {
      if (typeof value !== "string") return typeof (value ?? 0) === "number" ? plainText(value) : value;
      const number = readNumber(value, rule.whole);
      if ("plain" in number) return number.plain;
      context.addIssue(ENTRY_MESSAGES.eitherWay(value.trim(), ...number.either));
      return z.NEVER;
    },
    z
      .string(rule.error)
      .regex(rule.pattern, rule.error)
      .transform((text) => (text === "" ? null : Number(text)))
      .refine((number) => number === null || number <= rule.max, rule.error),
  );
}

const mileageField = optionalNumber({
  pattern: /^(\d{1,15})?$/,
  whole: true,
  max: ENTRY_LIMITS.mileage,
  error: ENTRY_MESSAGES.mileage,
}).meta({ type: ["integer", "null"], minimum: 0, maximum: ENTRY_LIMITS.mileage });

/** In hundredths of the currency. */
const costField = optionalNumber({
  pattern: /^(\d{1,15}(\.\d{1,2})?)?$/,
  whole: false,
  max: ENTRY_LIMITS.cost,
  error: ENTRY_MESSAGES.cost,
})
  .transform((amount) => (amount === null ? null : Math.round(amount * 100)))
  .meta({
    type: ["number", "null"],
    minimum: 0,
    maximum: ENTRY_LIMITS.cost,
    description: "With at most two decimals; needs a currency",
  });

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));

const currencyField = lineField({ label: "Currency", max: 40 })
  // Upper case turns some other letters into an I.
  .refine((code) => /^[a-z]*$/i.test(code), ENTRY_MESSAGES.currency)
  .transform((code) => code.toUpperCase() || null)
  .refine((code) => code === null || CURRENCIES.has(code), ENTRY_MESSAGES.currency)
  .meta({ type: ["string", "null"], description: "An ISO 4217 code, such as EUR" });

const PART_LIMITS = ENTRY_LIMITS.part;

const partRow = z
  .object(
    {
      name: lineField({ label: "Name", max: PART_LIMITS.name }),
      maker: lineField({ label: "Maker", max: PART_LIMITS.maker }),
      number: lineField({ label: "Part number", max: PART_LIMITS.number }),
      url: webAddressField({ label: "Link", max: PART_LIMITS.url }),
    },
    ENTRY_MESSAGES.parts,
  )
  .refine((part) => part.name !== "" || isEmpty(part), { path: ["name"], error: ENTRY_MESSAGES.part });

const isEmpty = (part: Record<string, string>) => Object.values(part).every((text) => text === "");

type PartInput = z.output<typeof partRow>;

function isBlankRow(row: unknown): boolean {
  const { data } = partRow.safeParse(row);
  return data !== undefined && isEmpty(data);
}

/** Errors name the row's number. */
function partAt(row: unknown, at: number, context: z.RefinementCtx): PartInput | undefined {
  const { data, error } = partRow.safeParse(row);
  for (const { path, message } of error?.issues ?? []) {
    const complaint = path.length > 0 ? `Part ${at + 1}: ${message}` : message;
    context.addIssue({ code: "custom", path: path.length > 0 ? [at, ...path] : [], message: complaint });
  }
  return data;
}

/** In order, without empty rows. */
const partsField = z
  .preprocess((value) => blankAsMissing(value) ?? [], z.array(z.unknown(), ENTRY_MESSAGES.parts))
  .transform((rows, context) => {
    // A form sends a few empty rows; parsing each takes time.
    if (rows.length > 50 * MAX_PARTS) {
      context.addIssue(ENTRY_MESSAGES.tooManyParts);
      return [];
    }
    const parts = rows.slice(0, MAX_PARTS).map((row, index) => partAt(row, index, context));
    if (!rows.slice(MAX_PARTS).every(isBlankRow)) context.addIssue(ENTRY_MESSAGES.tooManyParts);
    return parts.filter((part) => part !== undefined).filter((part) => !isEmpty(part));
  })
  .meta({
    type: "array",
    maxItems: MAX_PARTS,
    items: {
      type: "object",
      properties: Object.fromEntries(
        Object.entries(PART_LIMITS).map(([name, maxLength]) => [name, { type: "string", maxLength }]),
      ),
      required: ["name"],
    },
    description: "The parts used; forms and multipart send parts[0][name], parts[0][maker] and so on",
  });

/** `.partial()` for changes. `resolvedEntry` checks rules across fields on the whole entry. */
export const entryInput = z.object({
  kind: kindField,
  title: lineField({ label: "Title", max: ENTRY_LIMITS.title, required: ENTRY_MESSAGES.title }),
  text: textField({ label: "Text", max: ENTRY_LIMITS.text }),
  date: dateField,
  mileage: mileageField,
  unit: oneOf(UNITS, ENTRY_MESSAGES.unit),
  status: oneOf(STATUSES, ENTRY_MESSAGES.status),
  area: oneOf(AREAS, ENTRY_MESSAGES.area),
  cost: costField,
  currency: currencyField,
  costIsPublic: checkboxField("costIsPublic"),
  parts: partsField,
});

export type EntryInput = z.output<typeof entryInput>;

export const newEntry = entryInput.extend({ uploads: uploadIdsField() });

/** Missing members stay. */
export const entryChange = entryInput.partial();

export type EntryChange = z.output<typeof entryChange>;

export const entryFilter = z.object({ kind: choiceField(ENTRY_KINDS, "Unknown kind.") });
