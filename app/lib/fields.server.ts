import { z } from "zod";
import { normalizeEmail } from "./email";
import { cleanLine, cleanText } from "./text";

/** What a form or a JSON client may leave out counts as empty. */
const asText = (value: unknown) => value ?? "";

/** A field of a search that is left blank asks for nothing. */
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

const isPlain = (value: unknown) => typeof value !== "object" || value === null;

/** A plain value as trimmed text; what is missing, a list or an object, which may not even have a text, has none. */
export const plainText = (value: unknown) => (isPlain(value) ? String(value ?? "").trim() : "");

/**
 * A box: on only for `true`, `on`, `1`; off where it is not sent.
 * @param name of the member, for programs: people cannot send anything else
 */
export const checkboxField = (name: string) =>
  // Not a plain transform: that one takes a box that is not sent for a missing member.
  z.preprocess(
    (value) => (isPlain(value) ? ["true", "on", "1"].includes(String(value)) : value),
    z.boolean(`${name} must be true or false.`),
  );

/**
 * A switch that has to be sent either way.
 * @param words of a form, in pairs: on and off
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

/** An e-mail address as addresses are compared; what is no text stays what it is. */
export const emailText = (value: unknown) => (typeof asText(value) === "string" ? normalizeEmail(value) : value);

/** One of these, or none. For searches. */
export const choiceField = <const T extends string>(choices: readonly T[], error: string) =>
  z.preprocess(blankAsMissing, z.enum(choices, error).optional());

/** One of these categories. */
export const categoryField = <const T extends string>(categories: readonly T[], required: string) =>
  lineField({ label: "Category", max: 100, required }).pipe(z.enum(categories, "Please choose one of the categories."));

/** Said of the first or last day of a search that is none. */
export const noDay = (label: string) => `${label} must be a date, such as 2027-05-01.`;

/** For `refine`: the days of a search, first and last. */
export const daysInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to;

/** For `refine`: what is said where they are not. */
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
