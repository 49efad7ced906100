/** Of searches during typing. */
export const DEBOUNCE_MS = 500;

/**
 * Only the newest query gets an answer.
 * @param address takes the text as `q`, returns a list
 * @param onFound gets an empty list if the network fails
 */
export function lookUp<T>(address: string, onFound: (results: T[], q: string) => void) {
  let timer: number | undefined;
  let controller: AbortController | undefined;
  const stop = () => {
    window.clearTimeout(timer);
    controller?.abort();
  };
  const ask = async (q: string) => {
    const { signal } = (controller = new AbortController());
    let results: T[] = [];
    try {
      const response = await fetch(`${address}?${new URLSearchParams({ q })}`, { signal });
      if (response.ok) results = await response.json();
    } catch {
      // The field works without suggestions.
    }
    if (!signal.aborted) onFound(results, q);
  };
  const askLater = (q: string) => {
    stop();
    timer = window.setTimeout(ask, DEBOUNCE_MS, q);
  };
  return { stop, askLater };
}
