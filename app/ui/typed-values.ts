import { isSecretField } from "~/lib/forms";

/** What was typed into a form, by field name; passwords and files excepted. */
export function typedValues(fields: FormData): Record<string, string> {
  return Object.fromEntries(
    [...fields].flatMap(([name, value]) => (typeof value === "string" && !isSecretField(name) ? [[name, value]] : [])),
  );
}
