/** Debounce delay of every search as one types, ms. */
export const DEBOUNCE_MS = 500;

/**
 * Asks the server for what fits what is typed, when typing pauses. Only the newest question is answered.
 * @param address takes the text as `q`, and answers a list
 * @param tell gets it; an empty one where the network fails
 */
export function lookUp<T>(address: string, tell: (found: T[], q: string) => void) {
  let timer: number | undefined;
  let asked: AbortController | undefined;
  const stop = () => {
    window.clearTimeout(timer);
    asked?.abort();
  };
  const ask = async (q: string) => {
    const { signal } = (asked = new AbortController());
    let found: T[] = [];
    try {
      const response = await fetch(`${address}?${new URLSearchParams({ q })}`, { signal });
      if (response.ok) found = await response.json();
    } catch {
      // Without an offer the field is as good as ever.
    }
    if (!signal.aborted) tell(found, q);
  };
  const askLater = (q: string) => {
    stop();
    timer = window.setTimeout(ask, DEBOUNCE_MS, q);
  };
  return { stop, askLater };
}
