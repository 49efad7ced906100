import { formClientAction } from "../forms/client-action";

declare global {
  interface Window {
    /** Remix asks for it (see `patches/`) where it would otherwise reload the document. */
    __lostModule: typeof failedChunk;
  }
}

let hasFailed = false;

/** Whether a script chunk could not be loaded: then only a reload of the document helps. */
export const hasFailedChunk = () => hasFailed;

/**
 * Replaces a route module that could not be loaded: rendering it shows the error screen, and its forms can still be
 * submitted.
 */
export function failedChunk(error: unknown) {
  hasFailed = true;
  return {
    default: () => {
      throw error;
    },
    clientAction: formClientAction("Something went wrong."),
  };
}
