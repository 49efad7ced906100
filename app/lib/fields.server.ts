import { z } from "zod";
import { normalizeEmail } from "./email";
import { cleanLine, cleanText } from "./text";

/** Missing values count as empty. */
const asText = (value: unknown) => value ?? "";

/** Blank search fields count as missing. */
export const blankAsMissing = (value: unknown) => (value === "" ? undefined : (value ?? undefined));

interface TextRule {
  /** The field's name in messages: "Description". */
  label: string;
  /** Characters. */
  max: number;
  /** The message where it is empty; without it the field is optional. */
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

/** One line of text: trimmed, white space collapsed. */
export const lineField = (rule: TextRule) => text(rule, cleanLine);

/** Text with paragraphs kept. */
export const textField = (rule: TextRule) => text(rule, cleanText);

/** Whether it is an absolute http(s) URL; never `javascript:` or a path. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text);
}

/** An address of the web, or none. */
export const webAddressField = (rule: Omit<TextRule, "required">) =>
  lineField(rule).refine((text) => text === "" || isWebAddress(text), {
    error: "Please enter a web address that begins with https:// or http://.",
  });

const isPlain = (value: unknown) => typeof value !== "object" || value === null;

/** A plain value as trimmed text; "" for missing values, arrays and objects. */
export const plainText = (value: unknown) => (isPlain(value) ? String(value ?? "").trim() : "");

/**
 * A checkbox: on for `true`, `on`, `1`; off where missing.
 * @param name of the member, for the API's message: people cannot send other values
 */
export const checkboxField = (name: string) =>
  // Preprocess rather than transform, which would make the member required.
  z.preprocess(
    (value) => (isPlain(value) ? ["true", "on", "1"].includes(String(value)) : value),
    z.boolean(`${name} must be true or false.`),
  );

/**
 * A switch that must be sent.
 * @param words the form's values, as pairs of on and off
 */
export function switchField<On extends string, Off extends string>(
  words: readonly (readonly [On, Off])[],
  error: string,
) {
  const on = new Set<string>(words.map(([word]) => word));
  return z
    .preprocess((value) => (isPlain(value) ? String(value) : ""), z.enum(words.flat(), error))
    .transform((word) => on.has(word));
}

/** A normalized e-mail address; values that are no text stay as they are. */
export const emailText = (value: unknown) => (typeof asText(value) === "string" ? normalizeEmail(value) : value);

/** One of these, or none. For searches. */
export const choiceField = <const T extends string>(choices: readonly T[], error: string) =>
  z.preprocess(blankAsMissing, z.enum(choices, error).optional());

/** One of these categories. */
export const categoryField = <const T extends string>(categories: readonly T[], required: string) =>
  lineField({ label: "Category", max: 100, required }).pipe(z.enum(categories, "Please choose one of the categories."));

/** Message for an invalid date of a search. */
export const noDay = (label: string) => `${label} must be a date, such as 2027-05-01.`;

/** For `refine`: whether the dates of a search are in order. */
export const daysInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to;

/** For `refine`: the message for `daysInOrder`. */
export const DAYS_OUT_OF_ORDER = { path: ["to"], error: "The last day must not be before the first." };

/** A whole number typed as text or sent as a number; "2020abc" is an error. */
export function wholeNumberField(rule: { required: string; invalid: () => string; min: number; max: () => number }) {
  const number = z.preprocess(
    (value) => (["string", "number"].includes(typeof asText(value)) ? plainText(value) : value),
    z
      .string({ error: rule.invalid })
      .min(1, rule.required)
      .regex(/^(\d{1,15})?$/, { error: rule.invalid })
      .transform(Number)
      .refine((value) => value >= rule.min && value <= rule.max(), { error: rule.invalid }),
  );
  return number.meta({ type: "integer", minimum: rule.min });
}

/** Ids of photos that came before their form, in order: a list, or text with commas between them. */
export function uploadIdsField() {
  const ids = z.preprocess(asText, z.union([z.string(), z.array(z.string())], "uploads must be a list of ids."));
  return ids
    .transform((value) => (Array.isArray(value) ? value : value.split(",")).map((id) => id.trim()).filter(Boolean))
    .meta({
      type: ["array", "string"],
      items: { type: "string" },
      description:
        "Ids of photos that were sent to /uploads (tus 1.0) before, in order; as text with commas between them. Files of this call come after them.",
    });
}
