import type { FieldErrors } from "~/lib/errors";
import type { FormFailure } from "~/lib/forms";
import { typedValues } from "./typed-values";

/** Validation before submitting, with the server's messages; undefined where valid. */
export type FieldCheck = (values: Record<string, string>) => FieldErrors | undefined;

/** @returns the failure to show, with its messages at the fields, or undefined where the form can be sent */
export function checkTyped(form: HTMLFormElement, check: FieldCheck): FormFailure | undefined {
  const values = typedValues(new FormData(form));
  const errors = check(values);
  return errors && { message: Object.values(errors).flat().join(" "), errors, values };
}

/** Gives focus to the first field that a message stands at. */
export function focusRefused(form: HTMLFormElement, { errors }: FormFailure): void {
  const field = [...form.elements].find((element) => (element.getAttribute("name") ?? "") in errors);
  if (field instanceof HTMLElement) field.focus();
}
