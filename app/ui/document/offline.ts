import { useSyncExternalStore } from "react";

const OFFLINE = "There is no connection. Please try again when it is back.";
const OFFLINE_FORM = "There is no connection. What you typed is kept here: please try again when it is back.";

/** @param failure the catalogue's text, if the connection is not the cause */
export const unsentMessage = (failure: string) => (navigator.onLine ? failure : OFFLINE);

export const unsentForm = (failure: string) => (navigator.onLine ? failure : OFFLINE_FORM);

function watchNetwork(listener: () => void): () => void {
  for (const event of ["online", "offline"]) window.addEventListener(event, listener);
  return () => {
    for (const event of ["online", "offline"]) window.removeEventListener(event, listener);
  };
}

export function useOnline(): boolean {
  return useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  );
}
