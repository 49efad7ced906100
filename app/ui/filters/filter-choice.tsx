interface FilterChoiceProps {
  id: string;
  name: string;
  label: string;
  chosen: string | undefined;
  options: readonly (readonly [value: string, text: string])[];
}

/** A select filter with an option for "all". */
export function FilterChoice({ id, name, label, chosen, options }: FilterChoiceProps) {
  return (
    <div className="min-w-36 flex-1 md:flex-none">
      <label htmlFor={id} className="mb-1 block font-bold">
        {label}
      </label>
      <select id={id} name={name} defaultValue={chosen ?? ""} className="input">
        <option value="">All</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
