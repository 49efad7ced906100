import { formClientAction } from "../forms/client-action";

declare global {
  interface Window {
    /** Remix calls it (see `patches/`) instead of reloading the document. */
    __lostModule: typeof failedChunk;
  }
}

let hasFailed = false;

/** Then only a reload of the document helps. */
export const hasFailedChunk = () => hasFailed;

/** Replaces a route module that failed to load: renders the error screen; its forms still work. */
export function failedChunk(error: unknown) {
  hasFailed = true;
  return {
    default: () => {
      throw error;
    },
    clientAction: formClientAction("Something went wrong."),
  };
}
