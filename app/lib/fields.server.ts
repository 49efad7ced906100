import { z } from "zod";
import { cleanLine, cleanText } from "./text";

/** What a form or a JSON client may leave out counts as empty; numbers count as the text they read as. */
const asText = (value: unknown) =>
  value === null || value === undefined ? "" : typeof value === "number" ? String(value) : value;

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

/** A switch's value as text; what is no plain value (a list, an object) is none of its choices, and may not even have a text. */
export const switchText = (value: unknown) => (typeof value === "object" && value !== null ? "" : String(value));

/** On only for `true`, `on`, `1`. */
export const checkboxField = () =>
  // Not a plain transform: that one takes a box that is not sent for a missing member.
  z.preprocess((value) => ["true", "on", "1"].includes(switchText(value)), z.boolean());

/** A whole number typed as text or sent as a number; "2020abc" is an error. */
export function wholeNumberField(rule: { required: string; invalid: () => string; min: number; max: () => number }) {
  const number = z.preprocess(
    (value) => (typeof asText(value) === "string" ? String(asText(value)).trim() : value),
    z
      .string({ error: rule.invalid })
      .min(1, rule.required)
      .regex(/^(\d{1,15})?$/, { error: rule.invalid })
      .transform(Number)
      .refine((value) => value >= rule.min && value <= rule.max(), { error: rule.invalid }),
  );
  return number.meta({ type: "integer", minimum: rule.min });
}
