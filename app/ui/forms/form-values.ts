import { fieldsByName, isSecretField } from "~/lib/forms";

/** What was typed into a form, by field name (see `fieldsByName`); passwords and files excepted. */
export function formValues(fields: FormData): Record<string, string> {
  return fieldsByName(
    [...fields].filter((field): field is [string, string] => typeof field[1] === "string" && !isSecretField(field[0])),
  );
}
