import { Form, Link } from "@remix-run/react";
import type { InputHTMLAttributes, ReactNode } from "react";
import { Button } from "../forms/button";
import { FieldLabel } from "../forms/field-parts";
import { CollapsibleFilters } from "./collapsible-filters";

interface FilterFormProps {
  label: string;
  all: string;
  isFiltered: boolean;
  /** Folds it on a phone. */
  choices?: readonly (string | undefined)[];
  sort?: string;
  preventScrollReset?: boolean;
  className?: string;
  children: ReactNode;
}

export function FilterForm({
  label,
  all,
  isFiltered,
  choices,
  sort,
  preventScrollReset,
  className = "mb-8",
  children,
}: FilterFormProps) {
  const form = (
    <Form
      method="get"
      role="search"
      aria-label={label}
      preventScrollReset={preventScrollReset ?? false}
      className={className}
    >
      {sort === undefined ? null : <input type="hidden" name="sort" value={sort} />}
      <div className="flex flex-wrap items-end gap-4">
        {children}
        <Button className="min-h-12">Apply filters</Button>
        {isFiltered ? (
          <Link
            to={all}
            preventScrollReset={preventScrollReset ?? false}
            className="link inline-flex min-h-12 items-center"
          >
            Clear filters
          </Link>
        ) : null}
      </div>
    </Form>
  );
  if (choices === undefined) return form;
  return (
    <CollapsibleFilters choiceText={choices.filter(Boolean).join(" · ") || "All"} open={false}>
      {form}
    </CollapsibleFilters>
  );
}

interface FilterTextProps extends InputHTMLAttributes<HTMLInputElement> {
  id: string;
  name: string;
  label: string;
  width?: string;
}

export function FilterInput({
  id,
  label,
  width = "w-full md:w-auto md:min-w-56 md:flex-1",
  ...input
}: FilterTextProps) {
  return (
    <div className={width}>
      <FieldLabel id={id} label={label} />
      <input {...input} type="search" dir="auto" id={id} autoComplete="off" className="input" />
    </div>
  );
}

interface FilterChoiceProps {
  id: string;
  name: string;
  label: string;
  value: string | undefined;
  options: readonly (readonly [value: string, text: string])[];
  /** What no choice shows. */
  all?: string;
}

export function FilterSelect({ id, name, label, value, options, all = "All" }: FilterChoiceProps) {
  return (
    <div className="min-w-36 flex-1 md:flex-none">
      <FieldLabel id={id} label={label} />
      <select id={id} name={name} defaultValue={value ?? ""} className="input">
        <option value="">{all}</option>
        {options.map(([value, text]) => (
          <option key={value} dir="auto" value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

export type FilterList = readonly [name: string, label: string, options: FilterChoiceProps["options"]];

type Query = Record<string, string | undefined>;

/** @param props.of of ids */
export const FilterLists = ({ of, lists, query }: { of: string; lists: readonly FilterList[]; query: Query }) =>
  lists.map(([name, label, options]) => (
    <FilterSelect key={name} {...{ name, label, options }} id={`${of}-${name}`} value={query[name]} />
  ));

/** The labels of what is chosen. */
export const choicesOf = (lists: readonly FilterList[], query: Query) =>
  lists.map(([name, , options]) => options.find(([value]) => value === query[name])?.[1]);
