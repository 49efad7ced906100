/** The entry of the browser's history that a layer over the page (the lightbox) has while it is open. */

/** What the router keeps of an entry, in the entry itself. */
interface EntryState {
  idx?: number;
  key?: string;
}

const MARK = "layer";

let open: { over: EntryState; closed: () => void } | undefined;

/**
 * To be called before the router starts, since browsers call a window's listeners in the order in which they came. To
 * the router the layer's entry is the page's own, so it need not hear of leaving it.
 */
export function listenForBack(): void {
  let isReturning = false;
  window.addEventListener("popstate", (event) => {
    const now = (event.state ?? {}) as EntryState;
    if (isReturning) {
      isReturning = false;
      // The page under the entry, which the router has already.
      return event.stopImmediatePropagation();
    }
    if (!open) {
      // Forward, or back from elsewhere, to the entry of a layer that is closed: the page itself is one before it.
      isReturning = MARK in now;
      if (isReturning) window.history.back();
      return;
    }
    const { over, closed } = open;
    // Somebody may have gone further back than that: then the router has to know.
    if (now.idx === over.idx && now.key === over.key) event.stopImmediatePropagation();
    closed();
  });
}

/**
 * Gives a layer that opens an entry of the history, with the page's address and state, so that the browser's Back closes
 * it.
 * @param closed called when that entry is left, whatever led away
 * @returns to be called once the layer is gone
 */
export function openOverlay(closed: () => void): () => void {
  const over = (window.history.state ?? {}) as EntryState;
  // A reload may have closed the one whose entry this is: it serves again.
  if (!(MARK in over)) window.history.pushState({ ...over, [MARK]: true }, "");
  const layer = { over, closed };
  open = layer;
  return () => {
    if (open === layer) open = undefined;
  };
}

export function closeOverlay(): void {
  window.history.back();
}
