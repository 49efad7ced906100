import { type ChangeEvent, useState } from "react";
import { ACCEPTED_HINT, ACCEPTED_TYPES, MAX_FILE_BYTES } from "~/lib/image-limits";
import { useFieldId, useFormState } from "./form";

interface FileFieldProps {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  /** How many files at once; more than one makes the field a multiple one. */
  max?: number;
}

const size = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Choosing images: what is accepted stands below; with script also what was chosen, how large, and what will be refused. */
export function FileField({ name, label, hint, optional, max = 1 }: FileFieldProps) {
  const { failure } = useFormState();
  const [chosen, setChosen] = useState<File[]>([]);
  const messages = failure?.errors[name];
  const id = useFieldId()(name);
  const many = chosen.length > max;
  const describedBy = [`${id}-hint`, messages ? `${id}-error` : "", chosen.length > 0 ? `${id}-chosen` : ""];
  return (
    <div className="mb-6">
      <label htmlFor={id} className="mb-1 block font-bold">
        {label}
        {optional ? <span className="font-normal text-grey"> (optional)</span> : null}
      </label>
      <input
        type="file"
        id={id}
        name={name}
        accept={ACCEPTED_TYPES}
        multiple={max > 1}
        aria-describedby={describedBy.filter(Boolean).join(" ")}
        aria-invalid={messages || many ? true : undefined}
        onChange={(event: ChangeEvent<HTMLInputElement>) => setChosen([...(event.currentTarget.files ?? [])])}
        className="input file:mr-4 file:min-h-9 file:cursor-pointer file:rounded-sm file:bg-ink file:px-3 file:font-semibold file:text-paper"
      />
      <p id={`${id}-hint`} className="mt-1 text-sm text-grey">
        {hint ? `${hint} ` : ""}
        {max > 1 ? `Up to ${max} at once. ` : ""}
        {ACCEPTED_HINT}
      </p>
      {chosen.length > 0 ? (
        <ul id={`${id}-chosen`} aria-live="polite" className="mt-2 text-sm">
          {chosen.map((file) => (
            <li
              key={`${file.name}-${file.size}`}
              className={file.size > MAX_FILE_BYTES ? "font-semibold text-signal" : ""}
            >
              {file.name} <span className="tabular-nums">({size(file.size)})</span>
              {file.size > MAX_FILE_BYTES ? " is too large." : ""}
            </li>
          ))}
          {many ? <li className="font-semibold text-signal">Please choose at most {max} photos at once.</li> : null}
        </ul>
      ) : null}
      {messages ? (
        <p id={`${id}-error`} className="mt-1 font-semibold text-signal">
          {messages.join(" ")}
        </p>
      ) : null}
    </div>
  );
}
