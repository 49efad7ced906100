import type { ReactNode } from "react";
import type { FieldErrors } from "~/lib/errors";

/** The id of a search form's field. */
export const searchFieldId = (form: string, name: string) => `${form}-${name}`;

/**
 * What a search form's input or list needs to belong to its label and its messages.
 * @param form keeps the ids of one form apart from those of another
 */
export function searchFieldProps(form: string, name: string, errors: FieldErrors) {
  const wrong = errors[name] !== undefined;
  return {
    id: searchFieldId(form, name),
    name,
    className: "input",
    "aria-invalid": wrong ? (true as const) : undefined,
    "aria-describedby": wrong ? `${searchFieldId(form, name)}-error` : undefined,
  };
}

interface SearchFieldProps {
  form: string;
  name: string;
  label: string;
  errors: FieldErrors;
  className?: string;
  /** The input or list, with `searchFieldProps`. */
  children: ReactNode;
}

/** A field of a search form: its label above, what is wrong with it below. */
export function SearchField({ form, name, label, errors, className = "", children }: SearchFieldProps) {
  const messages = errors[name];
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={searchFieldId(form, name)} className="mb-1 block font-bold">
        {label}
      </label>
      {children}
      {messages ? (
        <p id={`${searchFieldId(form, name)}-error`} className="mt-1 font-semibold text-signal">
          {messages.join(" ")}
        </p>
      ) : null}
    </div>
  );
}
