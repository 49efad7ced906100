import { formClientAction } from "../forms/client-action";

declare global {
  interface Window {
    /** Remix calls it (see `patches/`) instead of reloading the document. */
    __lostModule: typeof failedChunk;
  }
}

let hasFailed = false;

/** Whether a script chunk failed to load: then only a reload of the document helps. */
export const hasFailedChunk = () => hasFailed;

/** Replaces a route module after a failed load: it renders the error screen, and its forms can still be submitted. */
export function failedChunk(error: unknown) {
  hasFailed = true;
  return {
    default: () => {
      throw error;
    },
    clientAction: formClientAction("Something went wrong."),
  };
}
