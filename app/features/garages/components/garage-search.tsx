import { Form, useNavigate } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { Button } from "~/ui/button";
import { DEFAULT_SORT, GARAGE_LIMITS, GARAGE_SORTS } from "../schema";

/** Specification 9: the search waits for a pause of so many milliseconds. */
const DEBOUNCE = 500;

interface GarageSearchProps {
  typed: { name: string; sort: string };
  refusal: string | null;
}

/** The address of the list that the form asks for, empty members left out. */
function addressOf(form: HTMLFormElement): string {
  const fields = new FormData(form);
  const params = new URLSearchParams();
  const name = String(fields.get("name") ?? "").trim();
  const sort = String(fields.get("sort") ?? DEFAULT_SORT);
  if (name !== "") params.set("name", name);
  if (sort !== DEFAULT_SORT) params.set("sort", sort);
  return params.size > 0 ? `/garages?${params}` : "/garages";
}

/**
 * The list's search form. With script it asks by itself once typing pauses, replacing the entry in the history, so
 * that Back leads to where one came from; without script its button asks.
 */
export function GarageSearch({ typed, refusal }: GarageSearchProps) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number>();
  const navigate = useNavigate();
  useFollowAddress(form, typed);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const ask = () => {
    window.clearTimeout(timer.current);
    if (!form.current) return;
    const address = addressOf(form.current);
    const { pathname, search } = window.location;
    if (address !== pathname + search) navigate(address, { replace: true, preventScrollReset: true });
  };
  const askLater = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(ask, DEBOUNCE);
  };
  const askNow = (event: FormEvent) => {
    event.preventDefault();
    ask();
  };

  return (
    <Form ref={form} method="get" role="search" aria-label="Garages" onSubmit={askNow} className="mb-8">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-4">
        <div className="w-full sm:w-auto sm:min-w-64 sm:flex-1">
          <label htmlFor="garage-name" className="mb-1 block font-bold">
            Name
          </label>
          <input
            type="search"
            id="garage-name"
            name="name"
            defaultValue={typed.name}
            maxLength={GARAGE_LIMITS.search}
            autoComplete="off"
            aria-invalid={refusal ? true : undefined}
            aria-describedby={refusal ? "garage-name-error" : undefined}
            className="input"
            onInput={askLater}
          />
        </div>
        <div className="min-w-40 flex-1 sm:flex-none">
          <label htmlFor="garage-sort" className="mb-1 block font-bold">
            Sort by
          </label>
          <select id="garage-sort" name="sort" defaultValue={typed.sort} className="input" onChange={ask}>
            {GARAGE_SORTS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <Button className="min-h-12">Search</Button>
      </div>
      {refusal ? (
        <p id="garage-name-error" role="alert" className="mt-2 font-semibold text-signal">
          {refusal}
        </p>
      ) : null}
    </Form>
  );
}

/** Where the address changes otherwise (Back, a link), the fields follow; while somebody types, they do not. */
function useFollowAddress(form: React.RefObject<HTMLFormElement>, { name, sort }: GarageSearchProps["typed"]) {
  useEffect(() => {
    const input = form.current?.elements.namedItem("name");
    const select = form.current?.elements.namedItem("sort");
    if (input instanceof HTMLInputElement && input !== document.activeElement) input.value = name;
    if (select instanceof HTMLSelectElement && select !== document.activeElement) select.value = sort;
  }, [form, name, sort]);
}
