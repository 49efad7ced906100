import type { FormFailure } from "~/lib/forms";
import { MAX_FILE_BYTES, TOO_MANY_FILES, tooLargeFile } from "~/lib/images";
import { formValues } from "../forms/form-values";

const fileInputs = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (field): field is HTMLInputElement => field instanceof HTMLInputElement && field.type === "file",
  );

/** The server's message; undefined if valid. */
export function fileError(files: File[], max: number): string | undefined {
  if (files.length > max) return TOO_MANY_FILES;
  const large = files.find((file) => file.size > MAX_FILE_BYTES);
  return large && tooLargeFile(large.name);
}

/** undefined if valid */
export function validateFiles(form: HTMLFormElement): FormFailure | undefined {
  for (const input of fileInputs(form)) {
    const files = [...(input.files ?? [])];
    const { max = "1", missing, held } = input.dataset;
    // Checked by the tray.
    if (Number(held) > 0) continue;
    const message = files.length === 0 ? missing : fileError(files, Number(max));
    if (message !== undefined) {
      return { message, errors: { [input.name]: [message] }, values: formValues(new FormData(form)) };
    }
  }
  return undefined;
}

export const rejectionId = ({ id }: { id: string }) => `refused-${id}`;
