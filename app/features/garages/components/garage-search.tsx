import { Form } from "@remix-run/react";
import type { FieldErrors } from "~/lib/errors";
import { Button } from "~/ui/button";
import { FoldedFilters } from "~/ui/filters/folded-filters";
import { SearchField, searchFieldProps } from "~/ui/filters/search-field";
import { useSearchForm } from "~/ui/use-search-form";
import { DEFAULT_SORT, GARAGE_LIMITS, GARAGE_SORTS, type GarageSort } from "../limits";

interface GarageSearchProps {
  typed: { name: string; sort: GarageSort };
  errors: FieldErrors;
}

/** The address of the list that the form asks for, empty members left out. */
function addressOf(fields: FormData): string {
  const params = new URLSearchParams();
  const name = String(fields.get("name") ?? "").trim();
  const sort = String(fields.get("sort") ?? DEFAULT_SORT);
  if (name !== "") params.set("name", name);
  if (sort !== DEFAULT_SORT) params.set("sort", sort);
  return params.size > 0 ? `/garages?${params}` : "/garages";
}

const IN_WORDS: Record<GarageSort, string> = {
  "-createdAt": "newest first",
  createdAt: "oldest first",
  "-vehicleCount": "most vehicles first",
};

/** "“Ford”, newest first" */
function inWords({ name, sort }: GarageSearchProps["typed"]): string {
  return name.trim() === "" ? IN_WORDS[sort] : `“${name.trim()}”, ${IN_WORDS[sort]}`;
}

/** The list's search form, folded on a phone; see `useSearchForm` for how it asks. */
export function GarageSearch({ typed, errors }: GarageSearchProps) {
  return (
    <FoldedFilters chosen={inWords(typed)} open={Object.keys(errors).length > 0}>
      <SearchForm typed={typed} errors={errors} />
    </FoldedFilters>
  );
}

function SearchForm({ typed, errors }: GarageSearchProps) {
  const { form, ask, askLater, onSubmit } = useSearchForm(addressOf, typed);

  return (
    <Form ref={form} method="get" role="search" aria-label="Garages" onSubmit={onSubmit} className="mb-8">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-4">
        <SearchField
          form="garage"
          name="name"
          label="Name"
          errors={errors}
          className="w-full sm:w-auto sm:min-w-64 sm:flex-1"
        >
          <input
            {...searchFieldProps("garage", "name", errors)}
            type="search"
            defaultValue={typed.name}
            maxLength={GARAGE_LIMITS.search}
            autoComplete="off"
            onInput={askLater}
          />
        </SearchField>
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
    </Form>
  );
}
