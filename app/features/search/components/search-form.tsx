import { Form } from "@remix-run/react";
import { Button } from "~/ui/button";
import { useSearchForm } from "~/ui/use-search-form";
import { SEARCH_LIMIT } from "../limits";

function addressOf(fields: FormData): string {
  const q = String(fields.get("q") ?? "").trim();
  return q === "" ? "/search" : `/search?${new URLSearchParams({ q })}`;
}

/** The search page's own form; see `useSearchForm` for how it asks. @param refusal what was wrong with `q`, if anything */
export function SearchForm({ q, refusal }: { q: string; refusal: string | null }) {
  const { form, askLater, onSubmit } = useSearchForm(addressOf, { q });
  const describedBy = refusal ? "field-q-error field-q-hint" : "field-q-hint";
  return (
    <Form ref={form} method="get" role="search" aria-label="Everything" onSubmit={onSubmit} className="mb-8">
      <label htmlFor="field-q" className="mb-1 block font-bold">
        Garages, people, vehicles and events
      </label>
      <div className="flex max-w-measure gap-3">
        <input
          type="search"
          id="field-q"
          name="q"
          defaultValue={q}
          maxLength={SEARCH_LIMIT}
          autoComplete="off"
          aria-invalid={refusal ? true : undefined}
          aria-describedby={describedBy}
          className="input min-w-0 flex-1"
          onInput={askLater}
        />
        <Button kind="primary" className="min-h-12">
          Search
        </Button>
      </div>
      <p id="field-q-hint" className="mt-1 text-sm text-grey">
        A name, a title, or a make, model and year such as “1969 camaro”.
      </p>
      {refusal ? (
        <p id="field-q-error" role="alert" className="mt-1 font-semibold text-signal">
          {refusal}
        </p>
      ) : null}
    </Form>
  );
}
