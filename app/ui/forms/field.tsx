import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useEffect, useState } from "react";
import { FieldLabel, FieldMessages } from "./field-parts";
import { useFieldId, useFormState } from "./form-state";

interface FieldBasics {
  name: string;
  label: string;
  hint?: ReactNode;
  optional?: boolean;
}

function useField({ name, label, hint, optional }: FieldBasics) {
  const { failure, answered, initial } = useFormState();
  const messages = answered.includes(name) ? undefined : failure?.errors[name];
  const id = useFieldId()(name);
  const describedBy = [hint ? `${id}-hint` : "", messages ? `${id}-error` : ""].filter(Boolean).join(" ");
  const before = initial[name];
  const value = failure ? failure.values[name] : before === null || before === undefined ? undefined : String(before);
  const field = {
    "aria-describedby": describedBy || undefined,
    "aria-invalid": messages ? (true as const) : undefined,
    id,
    name,
    required: !optional,
    className: "input",
  };
  return { around: { id, label, hint, optional, messages }, field, value };
}

type FieldFrame = Omit<FieldBasics, "name"> & { id: string; messages?: string[] | undefined; children: ReactNode };

function FieldWrapper({ id, label, hint, optional, messages, children }: FieldFrame) {
  return (
    <div className="mb-6">
      <FieldLabel id={id} label={label} optional={optional} />
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1 text-sm text-grey">
          {hint}
        </p>
      ) : null}
      <FieldMessages id={id} messages={messages} />
    </div>
  );
}

/** `required` is for assistive technology; messages come from the server. */
export function Field({
  name,
  label,
  hint,
  optional,
  beside,
  ...rest
}: FieldBasics & { beside?: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  const { around: wrap, field, value } = useField({ name, label, hint, optional });
  const shown = rest.type === "password" ? undefined : (value ?? rest.defaultValue);
  const input = <input dir="auto" {...rest} {...field} defaultValue={shown} />;
  return (
    <FieldWrapper {...wrap}>
      {beside ? (
        <div className="flex gap-2">
          {input}
          {beside}
        </div>
      ) : (
        input
      )}
    </FieldWrapper>
  );
}

/** Reserves the space of the button that shows the password. */
export function PasswordField({ name, label, hint, autoComplete }: FieldBasics & { autoComplete: string }) {
  const { around: wrap, field } = useField({ name, label, hint });
  const [isScripted, setIsScripted] = useState(false);
  const [isVisible, setIsVisible] = useState(false);
  useEffect(() => setIsScripted(true), []);
  return (
    <FieldWrapper {...wrap}>
      <div className="relative">
        <input
          {...field}
          type={isVisible ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="input pr-20"
        />
        {isScripted ? (
          <button
            type="button"
            aria-label={isVisible ? "Hide password" : "Show password"}
            aria-pressed={isVisible}
            aria-controls={field.id}
            onClick={() => setIsVisible(!isVisible)}
            className="absolute inset-y-0 right-0 min-w-16 px-3 text-sm underline"
          >
            {isVisible ? "Hide" : "Show"}
          </button>
        ) : null}
      </div>
    </FieldWrapper>
  );
}

type TextAreaProps = FieldBasics & TextareaHTMLAttributes<HTMLTextAreaElement>;

export function TextArea({ name, label, hint, optional, ...rest }: TextAreaProps) {
  const { around: wrap, field, value } = useField({ name, label, hint, optional });
  return (
    <FieldWrapper {...wrap}>
      <textarea dir="auto" rows={5} {...rest} {...field} defaultValue={value} />
    </FieldWrapper>
  );
}

/** @param options [value, label]; a value alone is its own label */
export function SelectField({
  options,
  ...basics
}: FieldBasics & { options: readonly (readonly [value: string | number, label?: string])[] }) {
  const { around: wrap, field, value } = useField(basics);
  // Without an empty option a value is always selected.
  const isRequired = field.required && options[0]?.[0] === "";
  return (
    <FieldWrapper {...wrap}>
      <select {...field} required={isRequired} defaultValue={value}>
        {options.map(([option, text]) => (
          <option key={option} dir="auto" value={text === undefined ? undefined : option}>
            {text ?? option}
          </option>
        ))}
      </select>
    </FieldWrapper>
  );
}

export function Checkbox({ name, label, hint }: FieldBasics) {
  const { around: wrap, field, value } = useField({ name, label, hint, optional: true });
  const { id, messages } = wrap;
  return (
    <div className="mb-6">
      <div className="flex min-h-11 items-center gap-3">
        <input
          {...field}
          type="checkbox"
          value="on"
          defaultChecked={value === "on" || value === "true"}
          className="size-6 shrink-0 accent-ink"
        />
        <label htmlFor={id} className="font-bold">
          {label}
        </label>
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-grey">
          {hint}
        </p>
      ) : null}
      <FieldMessages id={id} messages={messages} />
    </div>
  );
}
