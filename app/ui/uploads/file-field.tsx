import { type ChangeEvent, useEffect, useRef, useState } from "react";
import type { FormFailure } from "~/lib/forms";
import { ACCEPTED_HINT, ACCEPTED_TYPES, MAX_FILE_BYTES } from "~/lib/image-limits";
import { useFieldId, useFormState } from "../form";
import { problemOf } from "./file-check";
import { refusalId } from "./refusal-id";
import { type TrayWish, useTray } from "./use-tray";

interface FileFieldProps {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  /** How many files at once; more than one makes the field a multiple one. */
  max?: number;
  /** Message where no file was chosen, for a required field. */
  missing?: string;
  /** With script the field becomes a photo tray; its photos go up by themselves, and the form sends `uploads`. */
  tray?: TrayWish;
}

const size = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const FIELD_CLASS =
  "input file:mr-4 file:min-h-9 file:cursor-pointer file:rounded-sm file:bg-ink file:px-3 file:font-semibold file:text-paper";

/**
 * A file input for images, with the accepted formats; with script also the chosen files, their sizes and problems, or a
 * tray. The input is the same element all the while: a file dialog may be open as the tray arrives.
 */
export function FileField({ name, label, hint, optional, max = 1, missing, tray: wish }: FileFieldProps) {
  const { failure } = useFormState();
  const [chosen, setChosen] = useState<File[]>([]);
  // A new choice clears the messages about the previous one.
  const [answered, setAnswered] = useState<FormFailure>();
  const messages = failure === answered ? undefined : failure?.errors[name];
  const id = useFieldId()(name);
  const input = useRef<HTMLInputElement>(null);
  const { open, state } = useTray(wish, { name, max });
  const problem = messages || open ? undefined : problemOf(chosen, max);
  const refused = state?.photos.filter(({ stage }) => stage === "refused") ?? [];
  const held = state && state.photos.length - refused.length;
  const describedBy = [
    `${id}-hint`,
    ...refused.map(refusalId),
    messages || problem ? `${id}-error` : "",
    chosen.length > 0 ? `${id}-chosen` : "",
  ];
  // biome-ignore lint/correctness/useExhaustiveDependencies: photos come from the camera and by a drop too
  useEffect(() => {
    if (held) setAnswered(failure);
  }, [held]);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    setAnswered(failure);
    if (!open) return setChosen(files);
    void open.tray.add(files);
    event.currentTarget.value = "";
  };
  return (
    <div className={wish ? "group relative mb-6" : "mb-6"} data-tray={wish ? "" : undefined}>
      <label htmlFor={id} className="mb-1 block font-bold">
        {label}
        {optional ? <span className="font-normal text-grey"> (optional)</span> : null}
      </label>
      {open && state ? (
        <open.parts.TrayPhotos tray={open.tray} state={state} input={input} cover={wish?.cover ?? false} />
      ) : null}
      <input
        ref={input}
        type="file"
        id={id}
        name={name}
        accept={ACCEPTED_TYPES}
        multiple={max > 1}
        aria-describedby={describedBy.filter(Boolean).join(" ")}
        aria-invalid={messages || problem ? true : undefined}
        data-max={max}
        data-missing={missing}
        data-held={held}
        onChange={choose}
        className={open ? "tray-input sr-only" : FIELD_CLASS}
      />
      {open && state ? <open.parts.ChoosePhotos tray={open.tray} state={state} inputId={id} /> : null}
      <p id={`${id}-hint`} className="mt-1 text-sm text-grey">
        {hint ? `${hint} ` : ""}
        {max > 1 ? `Up to ${max} at once. ` : ""}
        {ACCEPTED_HINT}
      </p>
      {chosen.length > 0 && !open ? (
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
