import { type ChangeEvent, useState } from "react";
import type { FormFailure } from "~/lib/forms";
import { ACCEPTED_HINT, ACCEPTED_TYPES, MAX_FILE_BYTES } from "~/lib/image-limits";
import { useFieldId, useFormState } from "../form";
import { problemOf } from "./file-check";

interface FileFieldProps {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  /** How many files at once; more than one makes the field a multiple one. */
  max?: number;
  /** Message where no file was chosen, for a required field. */
  missing?: string;
}

const size = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** A file input for images, with the accepted formats; with script also the chosen files, their sizes and problems. */
export function FileField({ name, label, hint, optional, max = 1, missing }: FileFieldProps) {
  const { failure } = useFormState();
  const [chosen, setChosen] = useState<File[]>([]);
  // A new choice clears the messages about the previous one.
  const [answered, setAnswered] = useState<FormFailure>();
  const messages = failure === answered ? undefined : failure?.errors[name];
  const problem = messages ? undefined : problemOf(chosen, max);
  const id = useFieldId()(name);
  const describedBy = [`${id}-hint`, messages || problem ? `${id}-error` : "", chosen.length > 0 ? `${id}-chosen` : ""];
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    setChosen([...(event.currentTarget.files ?? [])]);
    setAnswered(failure);
  };
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
        aria-invalid={messages || problem ? true : undefined}
        data-max={max}
        data-missing={missing}
        onChange={choose}
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
            </li>
          ))}
        </ul>
      ) : null}
      {messages || problem ? (
        <p id={`${id}-error`} aria-live={problem ? "polite" : undefined} className="mt-1 font-semibold text-signal">
          {messages?.join(" ") ?? problem}
        </p>
      ) : null}
    </div>
  );
}
