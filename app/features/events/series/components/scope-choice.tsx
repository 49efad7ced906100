import { useFormState } from "~/ui/forms/form-state";

const CHOICES = [
  ["one", "This date"],
  ["later", "This and all later dates"],
] as const;

/** Nothing if there are no later dates. */
export function ScopeChoice({ moreDates, legend }: { moreDates: number; legend: string }) {
  const { failure, initial } = useFormState();
  if (moreDates === 0) return null;
  const chosen = failure?.values.scope ?? initial.scope ?? "one";
  return (
    <fieldset className="mb-6">
      <legend className="mb-1 font-bold">{legend}</legend>
      {CHOICES.map(([scope, label]) => (
        <label key={scope} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name="scope"
            value={scope}
            defaultChecked={chosen === scope}
            className="size-6 shrink-0 accent-ink"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
