import { createContext, type RefObject, useContext } from "react";
import type { FormFailure } from "~/lib/forms";

export interface FormState {
  failure: FormFailure | undefined;
  /** By field. */
  initial: Record<string, string | number | boolean | null | undefined>;
  /** Prefix of ids, unique on the page. */
  prefix: string;
  /** Being submitted, or delayed by the gate. */
  isBusy: boolean;
  /** Called before submission: returns true to delay the form, and submits it again later. */
  gate?: RefObject<((form: HTMLFormElement, submitter: HTMLElement | null) => boolean) | undefined>;
  /** Sets whether the gate delays the form. */
  hold: (held: boolean) => void;
  isHeld: boolean;
}

export const FormContext = createContext<FormState>({
  failure: undefined,
  initial: {},
  prefix: "",
  isBusy: false,
  hold: () => {},
  isHeld: false,
});

/** The enclosing form's failure, typed values and initial values. */
export const useFormState = () => useContext(FormContext);

/** The id of a field in the enclosing form. */
export function useFieldId(): (name: string) => string {
  const { prefix } = useFormState();
  return (name) => `${prefix}field-${name}`;
}
