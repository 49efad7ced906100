import { Form } from "@remix-run/react";
import { choiceParams, DEFAULT_VEHICLE_SORT, VEHICLE_SORTS, vehiclesAddress } from "~/features/makes/address";
import { CONDITION_SUGGESTIONS, VEHICLE_LIMITS } from "~/features/vehicles/limits";
import type { FieldErrors } from "~/lib/errors";
import { Button, ButtonLink } from "~/ui/button";
import { SearchField, searchFieldProps } from "~/ui/filters/search-field";
import { useSearchForm } from "~/ui/use-search-form";
import { BROWSE_TEXT_LIMIT } from "../limits";

/** What the form asks for, as typed. */
export interface TypedBrowse {
  make: string;
  model: string;
  from: string;
  to: string;
  condition: string;
  q: string;
  sort: string;
}

interface BrowseFormProps {
  typed: TypedBrowse;
  errors: FieldErrors;
  /** Suggestions: makes, or models of the make that is shown. */
  names: readonly string[];
  /** The make that is shown, null for none. */
  make: string | null;
}

const FIELDS = ["make", "model", "from", "to", "condition", "q", "sort"] as const;

function addressOf(fields: FormData): string {
  return vehiclesAddress(Object.fromEntries(FIELDS.map((name) => [name, String(fields.get(name) ?? "")])));
}

/**
 * What to show of all vehicles. With script the order and the words ask by themselves; half a make is none, so the other
 * fields wait for the button.
 */
export function BrowseForm({ typed, errors, names, make }: BrowseFormProps) {
  const sort = VEHICLE_SORTS.some(([value]) => value === typed.sort) ? typed.sort : DEFAULT_VEHICLE_SORT;
  const { form, ask, askLater, onSubmit } = useSearchForm(addressOf, { ...typed, sort });
  const field = (name: keyof TypedBrowse) => ({
    ...searchFieldProps("browse", name, errors),
    defaultValue: typed[name],
    autoComplete: "off",
  });
  const label = (name: keyof TypedBrowse, text: string) => ({ form: "browse", name, label: text, errors });
  const year = { inputMode: "numeric", maxLength: 4 } as const;
  // What is wrong with a year needs more room than half the column.
  const row = errors.from || errors.to ? "col-span-2 sm:max-lg:col-span-1" : "";
  return (
    <Form
      ref={form}
      method="get"
      role="search"
      aria-label="Vehicles"
      onSubmit={onSubmit}
      className="mb-8 grid grid-cols-2 gap-4 sm:max-lg:grid-cols-4"
    >
      <SearchField {...label("make", "Make")} className="col-span-2 sm:max-lg:col-span-1">
        <input {...field("make")} maxLength={VEHICLE_LIMITS.make} list={make === null ? "browse-names" : undefined} />
      </SearchField>
      <SearchField {...label("model", "Model")} className="col-span-2 sm:max-lg:col-span-1">
        <input {...field("model")} maxLength={VEHICLE_LIMITS.model} list={make === null ? undefined : "browse-names"} />
      </SearchField>
      <SearchField {...label("from", "From year")} className={row}>
        <input {...field("from")} {...year} />
      </SearchField>
      <SearchField {...label("to", "To year")} className={row}>
        <input {...field("to")} {...year} />
      </SearchField>
      <SearchField {...label("condition", "Condition")} className="col-span-2 sm:max-lg:col-span-1">
        <input {...field("condition")} maxLength={VEHICLE_LIMITS.condition} list="browse-conditions" />
      </SearchField>
      <SearchField {...label("q", "Words")} className="col-span-2 sm:max-lg:col-span-1">
        <input {...field("q")} type="search" maxLength={BROWSE_TEXT_LIMIT} onInput={askLater} />
      </SearchField>
      <SearchField {...label("sort", "Order")} className="col-span-2 sm:max-lg:col-span-1">
        <select {...field("sort")} defaultValue={sort} onChange={ask}>
          {VEHICLE_SORTS.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </SearchField>
      <div className="col-span-2 flex flex-wrap items-end gap-3 sm:max-lg:col-span-1">
        <Button className="min-h-12">Show</Button>
        {choiceParams({ ...typed, sort: undefined }).length > 0 ? (
          <ButtonLink to="/vehicles" kind="quiet" className="min-h-12">
            Show all
          </ButtonLink>
        ) : null}
      </div>
      <Suggestions id="browse-names" texts={names} />
      <Suggestions id="browse-conditions" texts={CONDITION_SUGGESTIONS} />
    </Form>
  );
}

function Suggestions({ id, texts }: { id: string; texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}
