const TOWN = "[data-towns]";

const townsOf = (element: Element) => element.getAttribute("data-towns")?.split(" ") ?? [];

/**
 * Rows of the list and marks of the map that are of the same town light up together, under the pointer and with the
 * focus. What lights up is only ever an addition: nothing has to be told by it.
 * @returns how to stop it
 */
export function linkHighlights(root: HTMLElement): () => void {
  const put = (lit: readonly string[]) => {
    for (const element of root.querySelectorAll(TOWN)) {
      element.toggleAttribute("data-lit", lit.length > 0 && townsOf(element).some((town) => lit.includes(town)));
    }
  };
  const light = ({ target }: Event) => {
    const element = target instanceof Element ? target.closest(TOWN) : null;
    put(element ? townsOf(element) : []);
  };
  const dim = () => put([]);
  const stopping = new AbortController();
  const { signal } = stopping;
  root.addEventListener("pointerover", light, { signal });
  root.addEventListener("focusin", light, { signal });
  root.addEventListener("pointerleave", dim, { signal });
  root.addEventListener("focusout", dim, { signal });
  return () => {
    stopping.abort();
    dim();
  };
}
