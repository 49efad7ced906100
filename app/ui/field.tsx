import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useEffect, useState } from "react";
import { useFieldId, useFormState } from "./form";

interface FieldBasics {
  name: string;
  label: string;
  hint?: ReactNode;
  /** Marked in the label; fields are required where nothing is said. */
  optional?: boolean;
}

/** Ids, message and value of a field. */
function useField({ name, hint }: FieldBasics) {
  const { failure, initial } = useFormState();
  const messages = failure?.errors[name];
  const id = useFieldId()(name);
  const describedBy = [hint ? `${id}-hint` : "", messages ? `${id}-error` : ""].filter(Boolean).join(" ");
  const before = initial[name];
  const value = failure ? failure.values[name] : before === null || before === undefined ? undefined : String(before);
  return {
    id,
    messages,
    value,
    aria: { "aria-describedby": describedBy || undefined, "aria-invalid": messages ? (true as const) : undefined },
  };
}

function FieldWrapper({
  id,
  label,
  hint,
  optional,
  messages,
  children,
}: Omit<FieldBasics, "name"> & { id: string; messages?: string[]; children: ReactNode }) {
  return (
    <div className="mb-6">
      <label htmlFor={id} className="mb-1 block font-bold">
        {label}
        {optional ? <span className="font-normal text-grey"> (optional)</span> : null}
      </label>
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

function FieldMessages({ id, messages }: { id: string; messages?: string[] }) {
  if (!messages) return null;
  return (
    <p id={`${id}-error`} className="mt-1 font-semibold text-signal">
      {messages.join(" ")}
    </p>
  );
}

/** A labelled one-line field. `required` is announced to assistive technology; messages come from the server. */
export function Field({ name, label, hint, optional, ...rest }: FieldBasics & InputHTMLAttributes<HTMLInputElement>) {
  const { id, messages, value, aria } = useField({ name, label, hint });
  return (
    <FieldWrapper id={id} label={label} hint={hint} optional={optional} messages={messages}>
      <input
        {...rest}
        {...aria}
        id={id}
        name={name}
        required={!optional}
        className="input"
        defaultValue={rest.type === "password" ? undefined : value}
      />
    </FieldWrapper>
  );
}

/** A password field. With script it gets a button that shows the password; its space is reserved. */
export function PasswordField({ name, label, hint, autoComplete }: FieldBasics & { autoComplete: string }) {
  const { id, messages, aria } = useField({ name, label, hint });
  const [scripted, setScripted] = useState(false);
  const [shown, setShown] = useState(false);
  useEffect(() => setScripted(true), []);
  return (
    <FieldWrapper id={id} label={label} hint={hint} messages={messages}>
      <div className="relative">
        <input
          {...aria}
          id={id}
          name={name}
          type={shown ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          className="input pr-20"
        />
        {scripted ? (
          <button
            type="button"
            aria-label={shown ? "Hide password" : "Show password"}
            aria-pressed={shown}
            aria-controls={id}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 min-w-16 px-3 text-sm font-semibold underline"
          >
            {shown ? "Hide" : "Show"}
          </button>
        ) : null}
      </div>
    </FieldWrapper>
  );
}

export function TextArea({
  name,
  label,
  hint,
  optional,
  ...rest
}: FieldBasics & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { id, messages, value, aria } = useField({ name, label, hint });
  return (
    <FieldWrapper id={id} label={label} hint={hint} optional={optional} messages={messages}>
      <textarea
        rows={5}
        {...rest}
        {...aria}
        id={id}
        name={name}
        required={!optional}
        className="input"
        defaultValue={value}
      />
    </FieldWrapper>
  );
}

/** A labelled choice among `options` ([value, label]; a value alone is its own label). */
export function SelectField({
  name,
  label,
  hint,
  optional,
  options,
}: FieldBasics & { options: readonly (readonly [value: string, label?: string])[] }) {
  const { id, messages, value, aria } = useField({ name, label, hint });
  return (
    <FieldWrapper id={id} label={label} hint={hint} optional={optional} messages={messages}>
      <select {...aria} id={id} name={name} required={!optional} className="input" defaultValue={value}>
        {options.map(([option, text]) => (
          <option key={option} value={text === undefined ? undefined : option}>
            {text ?? option}
          </option>
        ))}
      </select>
    </FieldWrapper>
  );
}

export function Checkbox({ name, label, hint }: FieldBasics) {
  const { id, messages, value, aria } = useField({ name, label, hint });
  return (
    <div className="mb-6">
      <div className="flex min-h-11 items-center gap-3">
        <input
          {...aria}
          type="checkbox"
          id={id}
          name={name}
          value="on"
          defaultChecked={value === "on" || value === "true"}
          className="size-6 shrink-0 accent-signal"
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
