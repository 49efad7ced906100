import type { FormFailure } from "~/lib/forms";
import { MAX_FILE_BYTES, TOO_MANY_FILES, tooLargeFile } from "~/lib/images";
import { formValues } from "../forms/form-values";

const fileInputs = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (field): field is HTMLInputElement => field instanceof HTMLInputElement && field.type === "file",
  );

/** The refusal of the chosen files, in the server's words; undefined where they are fine. */
export function fileError(files: File[], max: number): string | undefined {
  if (files.length > max) return TOO_MANY_FILES;
  const large = files.find((file) => file.size > MAX_FILE_BYTES);
  return large && tooLargeFile(large.name);
}

/**
 * Checks a form's files before they are uploaded.
 * @returns the failure to show, with its message at the field, or undefined where the form can be sent
 */
export function validateFiles(form: HTMLFormElement): FormFailure | undefined {
  for (const input of fileInputs(form)) {
    const files = [...(input.files ?? [])];
    const { max = "1", missing, held } = input.dataset;
    // A tray has looked at its photos as they were chosen.
    if (Number(held) > 0) continue;
    const message = files.length === 0 ? missing : fileError(files, Number(max));
    if (message !== undefined) {
      return { message, errors: { [input.name]: [message] }, values: formValues(new FormData(form)) };
    }
  }
  return undefined;
}

/** Id of what a tray says of a refused photo. */
export const rejectionId = ({ id }: { id: string }) => `refused-${id}`;
