import { useSyncExternalStore } from "react";

const OFFLINE = "There is no connection. Please try again when it is back.";
const OFFLINE_FORM = "There is no connection. What you typed is kept here: please try again when it is back.";

/** Why an act could not be sent. @param failure the catalogue's text, where it is not the connection */
export const unsentMessage = (failure: string) => (navigator.onLine ? failure : OFFLINE);

/** The same of a form, which stays as it was filled in. */
export const unsentForm = (failure: string) => (navigator.onLine ? failure : OFFLINE_FORM);

function watchNetwork(listener: () => void): () => void {
  for (const event of ["online", "offline"]) window.addEventListener(event, listener);
  return () => {
    for (const event of ["online", "offline"]) window.removeEventListener(event, listener);
  };
}

/** Whether the browser has a connection, as far as it knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  );
}
