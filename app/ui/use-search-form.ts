import { useNavigate } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";

/** Specification 9: a search waits for a pause of so many milliseconds. */
const PAUSE = 500;

/**
 * A GET form that, with script, asks by itself once typing pauses: one request a pause, in place of the entry in the
 * history, so that Back leads to where one came from. Without script its button asks.
 * @param addressOf what the filled form asks for, empty members left out
 * @param shown the fields by name, as the address says them; where the address changes otherwise, they follow
 */
export function useSearchForm(addressOf: (fields: FormData) => string, shown: Record<string, string>) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number>();
  const navigate = useNavigate();
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const values = JSON.stringify(shown);
  useEffect(() => {
    for (const [name, value] of Object.entries<string>(JSON.parse(values))) {
      const field = form.current?.elements.namedItem(name);
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      // While somebody types, what they typed stays.
      if (isField && field !== document.activeElement) field.value = value;
    }
  }, [values]);

  const ask = () => {
    window.clearTimeout(timer.current);
    if (!form.current) return;
    const address = addressOf(new FormData(form.current));
    const { pathname, search } = window.location;
    if (address !== pathname + search) navigate(address, { replace: true, preventScrollReset: true });
  };
  const askLater = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(ask, PAUSE);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    ask();
  };
  return { form, ask, askLater, onSubmit };
}
