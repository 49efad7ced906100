import { useEffect, useRef, useState } from "react";
import { SUGGEST_FROM } from "../limits";
import type { Suggestions } from "../suggestions";

/** Debounce delay, ms, as of every search as one types. */
const PAUSE = 500;

/** What was asked for, and what there is. */
export interface Offer {
  q: string;
  groups: Suggestions;
}

/**
 * Asks for suggestions when typing in `field` pauses. Only the newest question is answered; where the network fails there
 * is no offer, and nothing is said.
 * @returns the newest offer, null while there is none, and a function that takes it back
 */
export function useSuggestions(field: HTMLInputElement): [Offer | null, () => void] {
  const [offer, setOffer] = useState<Offer | null>(null);
  const timer = useRef<number>();
  const asked = useRef<AbortController>();
  const drop = () => {
    window.clearTimeout(timer.current);
    asked.current?.abort();
    setOffer(null);
  };
  useEffect(() => {
    const ask = async () => {
      const q = field.value.trim();
      const { signal } = (asked.current = new AbortController());
      try {
        const answer = await fetch(`/search/suggestions?${new URLSearchParams({ q })}`, { signal });
        const groups: Suggestions = answer.ok ? await answer.json() : [];
        if (!signal.aborted) setOffer(groups.length > 0 ? { q, groups } : null);
      } catch {
        if (!signal.aborted) setOffer(null);
      }
    };
    const askLater = () => {
      window.clearTimeout(timer.current);
      asked.current?.abort();
      if (field.value.trim().length < SUGGEST_FROM) setOffer(null);
      else timer.current = window.setTimeout(ask, PAUSE);
    };
    field.addEventListener("input", askLater);
    // Typed before this script was there.
    if (field.value !== field.defaultValue) askLater();
    return () => {
      field.removeEventListener("input", askLater);
      window.clearTimeout(timer.current);
      asked.current?.abort();
    };
  }, [field]);
  return [offer, drop];
}
