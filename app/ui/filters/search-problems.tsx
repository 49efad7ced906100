import { type ReactNode, useEffect, useRef } from "react";
import type { FieldErrors } from "~/lib/errors";
import { ButtonLink } from "../button";
import { isHydrating } from "../hydration";
import { EmptyState } from "../page";
import { ProblemSummary, problemsOf } from "../problem-summary";
import { searchFieldId } from "./search-field";

interface SearchProblemsProps {
  /** As the form's fields have it (see `searchFieldProps`). */
  form: string;
  errors: FieldErrors;
}

/** The summary above a refused search. It takes focus when it appears, but not from a field that asks while typing. */
export function SearchProblems({ form, errors }: SearchProblemsProps) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new refusal takes focus anew
  useEffect(() => {
    const at = document.activeElement;
    if (at instanceof HTMLInputElement || at instanceof HTMLSelectElement) return;
    if (!isHydrating()) box.current?.focus();
    else if (at === document.body) box.current?.focus({ preventScroll: true });
  }, [errors]);
  const problems = problemsOf(errors, (field) => searchFieldId(form, field));
  if (problems.length === 0) return null;
  return <ProblemSummary box={box} problems={problems} autoFocus={isHydrating()} />;
}

interface RefusedSearchProps {
  /** The list without a search, and what it is called: "See all garages". */
  all: string;
  label: string;
  children?: ReactNode;
}

/** Stands where the results of a refused search would. */
export function RefusedSearch({
  all,
  label,
  children = "Put right what is marked, or start again.",
}: RefusedSearchProps) {
  return (
    <EmptyState title="Nothing was looked for yet." action={<ButtonLink to={all}>{label}</ButtonLink>}>
      {children}
    </EmptyState>
  );
}
