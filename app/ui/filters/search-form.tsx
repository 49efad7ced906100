import { Form, type FormProps, useNavigate } from "@remix-run/react";
import {
  createContext,
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  useContext,
  useEffect,
  useRef,
} from "react";
import type { FieldErrors } from "~/lib/errors";
import { isHydrating } from "../document/hydration";
import { ButtonLink } from "../forms/button";
import { ErrorSummaryBox, toSummaryErrors } from "../forms/error-summary";
import { FieldLabel, FieldMessages } from "../forms/field-parts";
import { DEBOUNCE_MS } from "../forms/look-up";
import { EmptyState } from "../layout/page";

interface Search {
  form: string;
  /** From the current URL, also followed later. */
  initialValues: Record<string, string>;
  errors: FieldErrors;
  ask: () => void;
  askLater: () => void;
}

const SearchContext = createContext<Search>({
  form: "",
  initialValues: {},
  errors: {},
  ask: () => {},
  askLater: () => {},
});

interface SearchFormProps
  extends Pick<Search, "form" | "initialValues" | "errors">,
    Pick<FormProps, "action" | "className"> {
  label: string;
  toUrl: (fields: FormData) => string;
  children: ReactNode;
}

/** Fields submit it; without script its button. */
export function SearchForm({ form, initialValues, errors, label, toUrl, ...rest }: SearchFormProps) {
  const { form: ref, ask, askLater, onSubmit } = useSearchForm(toUrl, initialValues);
  return (
    <SearchContext.Provider value={{ form, initialValues, errors, ask, askLater }}>
      <Form ref={ref} method="get" role="search" aria-label={label} onSubmit={onSubmit} {...rest} />
    </SearchContext.Provider>
  );
}

/** Submits after a pause in typing, and replaces the history entry, so that Back leaves the search. */
function useSearchForm(addressOf: (fields: FormData) => string, initialValues: Record<string, string>) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number | undefined>(undefined);
  const navigate = useNavigate();
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const values = JSON.stringify(initialValues);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address alone changes the fields
  useEffect(() => {
    if (isHydrating()) {
      // Typed before script was loaded: kept, and submitted if the form still has focus.
      if (isChanged(form.current) && form.current?.contains(document.activeElement)) askLater();
      return;
    }
    for (const [name, value] of Object.entries<string>(JSON.parse(values))) {
      const field = form.current?.elements.namedItem(name);
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      // The user may be typing in the focused field.
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
    timer.current = window.setTimeout(ask, DEBOUNCE_MS);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    ask();
  };
  return { form, ask, askLater, onSubmit };
}

/** Differs from the server's value. */
function isChanged(form: HTMLFormElement | null): boolean {
  return [...(form?.elements ?? [])].some(
    (field) => field instanceof HTMLInputElement && field.value !== field.defaultValue,
  );
}

const searchFieldId = (form: string, name: string) => `${form}-${name}`;

interface FieldProps {
  name: string;
  label: string;
  className?: string;
}

export function SearchField({
  name,
  label,
  className = "",
  children,
}: FieldProps & {
  children: (field: ReturnType<typeof fieldOf>) => ReactNode;
}) {
  const search = useContext(SearchContext);
  const field = fieldOf(search, name);
  return (
    <div className={`min-w-0 ${className}`}>
      <FieldLabel id={field.id} label={label} />
      {children(field)}
      <FieldMessages id={field.id} messages={search.errors[name]} />
    </div>
  );
}

function fieldOf({ form, initialValues, errors }: Search, name: string) {
  const id = searchFieldId(form, name);
  const wrong = errors[name] !== undefined;
  return {
    id,
    name,
    className: "input",
    defaultValue: initialValues[name],
    "aria-invalid": wrong ? (true as const) : undefined,
    "aria-describedby": wrong ? `${id}-error` : undefined,
  };
}

type Attributes<T> = Omit<T, "name" | "className">;

interface SearchTextProps extends FieldProps, Attributes<InputHTMLAttributes<HTMLInputElement>> {
  /** Otherwise only the button submits. */
  isLive?: boolean;
  inputClass?: string;
  wrap?: (input: ReactNode) => ReactNode;
}

export function SearchText(props: SearchTextProps) {
  const { name, label, className, isLive = false, inputClass = "input", wrap = (input) => input, ...input } = props;
  const { askLater } = useContext(SearchContext);
  const text = { autoComplete: "off", onInput: isLive ? askLater : undefined, ...input };
  return (
    <SearchField name={name} label={label} className={className}>
      {(field) => wrap(<input dir="auto" {...field} {...text} className={inputClass} />)}
    </SearchField>
  );
}

export function SearchSelect({
  name,
  label,
  className,
  options,
  ...select
}: FieldProps & { options: readonly (readonly [value: string | number, text: string])[] } & Attributes<
    SelectHTMLAttributes<HTMLSelectElement>
  >) {
  const { ask } = useContext(SearchContext);
  return (
    <SearchField name={name} label={label} className={className}>
      {(field) => (
        <select {...field} onChange={ask} {...select}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </SearchField>
  );
}

/** Takes focus when it appears, but not from a field while typing. */
export function SearchErrorSummary({ form, errors }: Pick<Search, "form" | "errors">) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new refusal takes focus anew
  useEffect(() => {
    const at = document.activeElement;
    if (at instanceof HTMLInputElement || at instanceof HTMLSelectElement) return;
    if (!isHydrating()) box.current?.focus();
    else if (at === document.body) box.current?.focus({ preventScroll: true });
  }, [errors]);
  const problems = toSummaryErrors(errors, (field) => searchFieldId(form, field));
  if (problems.length === 0) return null;
  return <ErrorSummaryBox box={box} problems={problems} autoFocus={isHydrating()} />;
}

/**
 * Instead of results.
 * @param all URL without a search, for the link `label`
 */
export function InvalidSearch({ all, label }: { all: string; label: string }) {
  return (
    <EmptyState title="No search yet." action={<ButtonLink to={all}>{label}</ButtonLink>}>
      Fix the marked fields, or start again.
    </EmptyState>
  );
}
