import type { FieldErrors } from "~/lib/errors";
import { isolate } from "~/lib/text";
import { CollapsibleFilters } from "~/ui/filters/collapsible-filters";
import { SearchForm, SearchSelect, SearchText } from "~/ui/filters/search-form";
import { Button } from "~/ui/forms/button";
import { DEFAULT_SORT, GARAGE_LIMITS, GARAGE_SORTS, type GarageSort } from "../limits";

interface GarageSearchProps {
  searchInput: { name: string; sort: GarageSort };
  errors: FieldErrors;
}

function addressOf(fields: FormData): string {
  return garagesUrl(String(fields.get("name") ?? "").trim(), String(fields.get("sort") ?? DEFAULT_SORT));
}

/** Without empty members. */
export function garagesUrl(name: string, sort: string): string {
  const params = new URLSearchParams();
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
function formatSearch({ name, sort }: GarageSearchProps["searchInput"]): string {
  return name.trim() === "" ? IN_WORDS[sort] : `“${isolate(name.trim())}”, ${IN_WORDS[sort]}`;
}

export function GarageSearch({ searchInput, errors }: GarageSearchProps) {
  return (
    <CollapsibleFilters choiceText={formatSearch(searchInput)} open={Object.keys(errors).length > 0}>
      <SearchForm
        form="garage"
        label="Garages"
        initialValues={searchInput}
        errors={errors}
        toUrl={addressOf}
        className="mb-8"
      >
        <div className="flex flex-wrap items-end gap-x-4 gap-y-4">
          <SearchText
            name="name"
            label="Name"
            type="search"
            maxLength={GARAGE_LIMITS.search}
            isLive
            className="w-full sm:w-auto sm:min-w-64 sm:flex-1"
          />
          <SearchSelect name="sort" label="Sort by" options={GARAGE_SORTS} className="min-w-40 flex-1 sm:flex-none" />
          <Button className="min-h-12">Search</Button>
        </div>
      </SearchForm>
    </CollapsibleFilters>
  );
}
