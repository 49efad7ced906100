import { Form } from "@remix-run/react";
import type { FieldErrors } from "~/lib/errors";
import { Button } from "~/ui/button";
import { SearchField, searchFieldProps } from "~/ui/filters/search-field";
import { useSearchForm } from "~/ui/use-search-form";
import { SEARCH_LIMIT } from "../limits";

function addressOf(fields: FormData): string {
  const q = String(fields.get("q") ?? "").trim();
  return q === "" ? "/search" : `/search?${new URLSearchParams({ q })}`;
}

/** The search page's own form; see `useSearchForm` for how it asks. @param errors what was wrong with `q`, if anything */
export function SearchForm({ q, errors }: { q: string; errors: FieldErrors }) {
  const { form, askLater, onSubmit } = useSearchForm(addressOf, { q });
  return (
    <Form ref={form} method="get" role="search" aria-label="Everything" onSubmit={onSubmit} className="mb-8">
      <SearchField form="field" name="q" label="Garages, people, vehicles and events" errors={errors}>
        <div className="flex max-w-measure gap-3">
          <input
            {...searchFieldProps("field", "q", errors)}
            type="search"
            defaultValue={q}
            maxLength={SEARCH_LIMIT}
            autoComplete="off"
            aria-describedby={errors.q ? "field-q-error field-q-hint" : "field-q-hint"}
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
      </SearchField>
    </Form>
  );
}
