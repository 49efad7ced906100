import { fieldsByName, isSecretField } from "~/lib/forms";

/** Without passwords and files. */
export function formValues(fields: FormData): Record<string, string> {
  return fieldsByName(
    [...fields].filter((field): field is [string, string] => typeof field[1] === "string" && !isSecretField(field[0])),
  );
}
