/** The history entry of an open overlay (the lightbox). */

interface EntryState {
  idx?: number;
  key?: string;
}

const MARK = "layer";

let open: { over: EntryState; closed: () => void } | undefined;

/**
 * Call it before the router starts: browsers call listeners in order. For the router the overlay's entry equals the
 * page's own, so it needs no event.
 */
export function listenForBack(): void {
  let isReturning = false;
  window.addEventListener("popstate", (event) => {
    const currentState = (event.state ?? {}) as EntryState;
    if (isReturning) {
      isReturning = false;
      // The page's entry below, known to the router.
      return event.stopImmediatePropagation();
    }
    if (!open) {
      // The entry of a closed overlay: the page's own is one before it.
      isReturning = MARK in currentState;
      if (isReturning) window.history.back();
      return;
    }
    const { over, closed } = open;
    // After going back further the router needs the event.
    if (currentState.idx === over.idx && currentState.key === over.key) event.stopImmediatePropagation();
    closed();
  });
}

/**
 * Adds a history entry, so that the browser's Back closes the overlay.
 * @param onClose called after any navigation away from the entry
 * @returns a function to call after the overlay is closed
 */
export function openOverlay(onClose: () => void): () => void {
  const over = (window.history.state ?? {}) as EntryState;
  if (!(MARK in over)) window.history.pushState({ ...over, [MARK]: true }, "");
  const layer = { over, closed: onClose };
  open = layer;
  return () => {
    if (open === layer) open = undefined;
  };
}

export function closeOverlay(): void {
  window.history.back();
}
