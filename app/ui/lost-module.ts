import { keepTyped } from "./keep-typed";

declare global {
  interface Window {
    /** Remix asks for it (see `patches/`) where it would otherwise reload the document. */
    __lostModule: typeof lostModule;
  }
}

let lost = false;

/** Whether a part of the program could not be fetched: only a page that loads anew has it. */
export const isModuleLost = () => lost;

/**
 * Stands in for a screen whose module could not be fetched: drawing it fails, as the error screen tells, and its forms
 * can be sent all the same.
 */
export function lostModule(error: unknown) {
  lost = true;
  return {
    default: () => {
      throw error;
    },
    clientAction: keepTyped("Something went wrong."),
  };
}
