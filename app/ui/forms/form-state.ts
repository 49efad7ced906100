import { createContext, type RefObject, useContext } from "react";
import type { FormFailure } from "~/lib/forms";

export interface FormState {
  failure: FormFailure | undefined;
  /** Initial values by field. */
  initial: Record<string, string | number | boolean | null | undefined>;
  /** Prefix of ids, unique on the page. */
  prefix: string;
  /** Being submitted, or held back. */
  isBusy: boolean;
  /**
   * May hold the form back: it is asked as the form is about to go out, answers true to keep it here, and submits it
   * again later.
   */
  gate?: RefObject<((form: HTMLFormElement, submitter: HTMLElement | null) => boolean) | undefined>;
  /** Says whether the gate holds the form back just now. */
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

/** The state of the form a field stands in: its failure, typed values and initial values. */
export const useFormState = () => useContext(FormContext);

/** The id of a field in the form around it. */
export function useFieldId(): (name: string) => string {
  const { prefix } = useFormState();
  return (name) => `${prefix}field-${name}`;
}
