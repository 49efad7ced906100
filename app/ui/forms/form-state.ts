import { createContext, type RefObject, useContext } from "react";
import type { FormFailure } from "~/lib/forms";

export interface FormState {
  failure: FormFailure | undefined;
  /** Names of fields that were empty in the failure and have been filled since: their errors are not shown. */
  answered: readonly string[];
  initial: Record<string, string | number | boolean | null | undefined>;
  /** Id of the mark "Saved"; null unless just saved and not edited since. */
  savedId: string | null;
  /** Of ids, unique on the page. */
  prefix: string;
  /** Submitted, or delayed by the gate. */
  isBusy: boolean;
  /** Before submission: returns true to delay the form, and submits it again later. */
  gate?: RefObject<((form: HTMLFormElement, submitter: HTMLElement | null) => boolean) | undefined>;
  hold: (isHeld: boolean) => void;
  isHeld: boolean;
}

export const FormContext = createContext<FormState>({
  failure: undefined,
  answered: [],
  initial: {},
  savedId: null,
  prefix: "",
  isBusy: false,
  hold: () => {},
  isHeld: false,
});

export const useFormState = () => useContext(FormContext);

export function useFieldId(): (name: string) => string {
  const { prefix } = useFormState();
  return (name) => `${prefix}field-${name}`;
}
