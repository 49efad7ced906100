import { z } from "zod";
import { normalizeEmail } from "./addresses.server";
import { isEmail, notEmail } from "./email";
import { cleanLine, cleanText } from "./text";

const asText = (value: unknown) => value ?? "";

/** For search fields. */
export const blankAsMissing = (value: unknown) => (value === "" ? undefined : (value ?? undefined));

/** For members of a JSON object: missing or null. `decode` does the same for top-level members. */
export const optionalWithin = <T extends z.ZodType>(field: T) =>
  z.preprocess((value) => value ?? undefined, field.optional());

interface TextRule {
  label: string;
  /** Characters. */
  max: number;
  /** Message; without it the field is optional. */
  required?: string;
}

function text({ label, max, required }: TextRule, clean: (text: string) => string) {
  return z.preprocess(
    asText,
    z
      .string(`${label} must be text.`)
      .transform(clean)
      .pipe(
        z
          .string()
          .min(required === undefined ? 0 : 1, required)
          .max(max, `${label} must be at most ${max.toLocaleString("en")} characters.`),
      ),
  );
}

/** Trimmed, white space collapsed. */
export const lineField = (rule: TextRule) => text(rule, cleanLine);

export const textField = (rule: TextRule) => text(rule, cleanText);

export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text);
}

/** "example.com/way" and "//example.com". */
const WITHOUT_SCHEME = /^(\/\/)?[^\s\\/:@?#]+\.(\p{L}{2,}|xn--[\da-z-]+)(:\d+)?([/?#]|$)/iu;

const withScheme = (line: string) => (WITHOUT_SCHEME.test(line) ? `https://${line.replace(/^\/\//, "")}` : line);

/** Or "". Adds https:// if the scheme is missing. */
export const webAddressField = (rule: Omit<TextRule, "required">) =>
  text(rule, (value) => withScheme(cleanLine(value))).refine((text) => text === "" || isWebAddress(text), {
    error: "Please enter a web address that begins with https:// or http://.",
  });

/** For `refine`: all messages appear at once. */
export const WITH_OTHER_ERRORS = { when: () => true };

/** For `refine`: message above a form with one of these fields empty. Each field has its own `required` message. */
export const filledOut = (fields: readonly string[], error: string) =>
  [
    (values: Record<string, unknown>) => fields.every((field) => values[field] !== ""),
    { error, ...WITH_OTHER_ERRORS },
  ] as const;

const isPlain = (value: unknown) => typeof value !== "object" || value === null;

/** Trimmed; "" for missing values, arrays and objects. */
export const plainText = (value: unknown) => (isPlain(value) ? String(value ?? "").trim() : "");

/**
 * On for `true`, `on`, `1`; off if missing.
 * @param name for the API's message: forms cannot send other values
 */
export const checkboxField = (name: string) =>
  // A transform would make the member required.
  z.preprocess(
    (value) => (isPlain(value) ? ["true", "on", "1"].includes(String(value)) : value),
    z.boolean(`${name} must be true or false.`),
  );

/** Must be sent. @param words pairs of on and off */
export function switchField<On extends string, Off extends string>(
  words: readonly (readonly [On, Off])[],
  error: string,
) {
  const checkedWords = new Set<string>(words.map(([word]) => word));
  return z
    .preprocess((value) => (isPlain(value) ? String(value) : ""), z.enum(words.flat(), error))
    .transform((word) => checkedWords.has(word));
}

/** Non-text stays as it is. */
export const emailText = (value: unknown) => (typeof asText(value) === "string" ? normalizeEmail(value) : value);

/** For `refine`: mail can be sent there; "" passes. */
export const realAddress = [
  (address: string) => address === "" || isEmail(address),
  { error: ({ input }: { input?: unknown }) => notEmail(input) },
] as const;

/** For searches; may be empty. */
export const choiceField = <const T extends string>(choices: readonly T[], error: string) =>
  z.preprocess(blankAsMissing, z.enum(choices, error).optional());

export const categoryField = <const T extends string>(categories: readonly T[], message: string) =>
  lineField({ label: "Category", max: 100, required: message }).pipe(z.enum(categories, "Please choose a category."));

export const noDay = (label: string) => `${label} must be a date, such as 2027-05-01.`;

/** For `refine`. */
export const areDaysInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to;

export const DAYS_OUT_OF_ORDER = { path: ["to"], error: "The last day must not be before the first." };

/** Text or number; "2020abc" is invalid. */
export function wholeNumberField(rule: {
  required: string;
  /** @param value the invalid value */
  invalid: (value?: unknown) => string;
  min: number;
  max: () => number;
}) {
  const number = z.preprocess(
    (value) => (["string", "number"].includes(typeof asText(value)) ? plainText(value) : value),
    z
      // `decode` wraps values of wrong types.
      .string({ error: ({ input }) => rule.invalid((input as { sent?: unknown } | undefined)?.sent) })
      .min(1, rule.required)
      .regex(/^(\d{1,15})?$/, { error: ({ input }) => rule.invalid(input) })
      .transform(Number)
      .refine((value) => value >= rule.min && value <= rule.max(), { error: () => rule.invalid() }),
  );
  return number.meta({ type: "integer", minimum: rule.min });
}

/** Blank is missing. */
export const optionalNumber = (min: number, max: number, message: string) =>
  z.preprocess(
    blankAsMissing,
    wholeNumberField({ required: message, invalid: () => message, min, max: () => max }).optional(),
  );

/** Checks the length first: each invalid item costs a message. */
export function listField<T extends z.ZodType>(
  item: T,
  rule: { max: number; invalid: string; tooMany: string | ((sent: { input?: unknown }) => string) },
) {
  return z.array(z.unknown(), rule.invalid).max(rule.max, { error: rule.tooMany }).pipe(z.array(item, rule.invalid));
}

/** The number of photos is checked later. */
const MAX_UPLOAD_IDS = 100;
const UPLOAD_IDS = "uploads must be a list of ids.";

/** Ids of photos uploaded before the form, in order: a list, or text with commas. */
export function uploadIdsField() {
  const ids = z.preprocess(
    (value) => (typeof asText(value) === "string" ? String(asText(value)).split(",", MAX_UPLOAD_IDS + 1) : value),
    listField(z.string(UPLOAD_IDS), { max: MAX_UPLOAD_IDS, invalid: UPLOAD_IDS, tooMany: UPLOAD_IDS }),
  );
  return ids
    .transform((value) => value.map((id) => id.trim()).filter(Boolean))
    .meta({
      type: ["array", "string"],
      items: { type: "string" },
      description:
        "Ids of photos sent to /uploads (tus 1.0) beforehand, in order; as text, with commas between them. Files sent with this call come after them.",
    });
}
