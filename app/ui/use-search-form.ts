import { useNavigate } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { isHydrating } from "./hydration";

/** Debounce delay of searches, ms. */
const PAUSE = 500;

/**
 * A GET form that, with script, submits itself when typing pauses. The history entry is replaced, so that Back leaves
 * the search. Without script its button submits.
 * @param addressOf the URL of the filled form, empty fields left out
 * @param shown the values in the current URL, which the fields follow
 */
export function useSearchForm(addressOf: (fields: FormData) => string, shown: Record<string, string>) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number>();
  const navigate = useNavigate();
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const values = JSON.stringify(shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address alone changes the fields
  useEffect(() => {
    if (isHydrating()) {
      // Typed before script was there: it stays, and is asked for where the person is still at it.
      if (isChanged(form.current) && form.current?.contains(document.activeElement)) askLater();
      return;
    }
    for (const [name, value] of Object.entries<string>(JSON.parse(values))) {
      const field = form.current?.elements.namedItem(name);
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      // The focused field keeps what is being typed.
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

/** Whether a text of the form is another than the server has written into it. */
function isChanged(form: HTMLFormElement | null): boolean {
  return [...(form?.elements ?? [])].some(
    (field) => field instanceof HTMLInputElement && field.value !== field.defaultValue,
  );
}
