const TOWN = "[data-towns]";

const townsOf = (element: Element) => element.getAttribute("data-towns")?.split(" ") ?? [];

/**
 * Highlights the list rows and map marks of a town together, on hover and focus. Only decorative.
 * @returns how to stop it
 */
export function linkHighlights(root: HTMLElement): () => void {
  const highlight = (towns: readonly string[]) => {
    for (const element of root.querySelectorAll(TOWN)) {
      element.toggleAttribute("data-lit", towns.length > 0 && townsOf(element).some((town) => towns.includes(town)));
    }
  };
  const highlightTarget = ({ target }: Event) => {
    const element = target instanceof Element ? target.closest(TOWN) : null;
    highlight(element ? townsOf(element) : []);
  };
  const clear = () => highlight([]);
  const stopping = new AbortController();
  const { signal } = stopping;
  root.addEventListener("pointerover", highlightTarget, { signal });
  root.addEventListener("focusin", highlightTarget, { signal });
  root.addEventListener("pointerleave", clear, { signal });
  root.addEventListener("focusout", clear, { signal });
  return () => {
    stopping.abort();
    clear();
  };
}
