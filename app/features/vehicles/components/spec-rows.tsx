import { useActionData, useLocation } from "@remix-run/react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import type { FormFailure } from "~/lib/forms";
import { Button, SubmitButton } from "~/ui/button";
import { useFieldId, useFormState } from "~/ui/form";
import { ChevronDownIcon, GripIcon, PlusIcon, TrashIcon } from "~/ui/icons";
import type { DragProps } from "~/ui/use-row-drag";
import { SPEC_LIMITS } from "../limits";
import { rowsOfForm, type SpecRow } from "../specs";
import { useSpecRows } from "./use-spec-rows";

/** The answer to a button that only arranged the rows: all that was typed, which is not saved, and what was done. */
export interface ArrangedAnswer {
  kept: Record<string, string>;
  done: string;
}

const SUGGESTIONS = "spec-names";

const asText = (value: unknown) => (typeof value === "string" ? value : "");

/** The rows of a spec sheet with all that can be done with them, for the form around it. */
export function SpecRows({ suggestions, cancel }: { suggestions: readonly string[]; cancel: ReactNode }) {
  const { failure, initial } = useFormState();
  const fieldId = useFieldId();
  const answer = useActionData<FormFailure | ArrangedAnswer>();
  const done = answer && "done" in answer ? answer.done : "";
  const [first] = useState(() => rowsOfForm(failure?.values ?? initial));
  const list = useRef<HTMLOListElement>(null);
  const rows = useSpecRows(list, first.length);
  const { keys } = rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: messages stay with the rows that were sent, wherever those go
  const messages = useMemo(() => messagesByKey(failure, keys), [failure]);
  return (
    <>
      <datalist id={SUGGESTIONS}>
        {suggestions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ol ref={list}>
        {keys.map((key, at) => (
          <Row
            key={key}
            id={key}
            at={at}
            count={keys.length}
            first={first[key]}
            messages={messages.get(key)}
            rows={rows}
            drag={rows.scripted ? rows.drag(at) : undefined}
          />
        ))}
      </ol>
      <div className="border-t border-line py-3">
        <Act
          name="add"
          value="1"
          onPress={() => rows.add(fieldId(`name-${keys.length + 1}`))}
          anchor={`row-${keys.length + 1}`}
        >
          <PlusIcon className="size-4" /> Add another row
        </Act>
      </div>
      <div className="save-bar">
        <SubmitButton busy="Saving…">Save spec sheet</SubmitButton>
        {cancel}
        <p role="status" className="text-sm text-grey">
          {rows.said || done} {!rows.said && done ? "Nothing is saved yet." : null}
        </p>
      </div>
    </>
  );
}

type Messages = Partial<Record<keyof SpecRow, string>>;

function messagesByKey(failure: FormFailure | undefined, keys: readonly number[]): Map<number, Messages> {
  const of = (field: string) => failure?.errors[field]?.join(" ");
  return new Map(keys.map((key, at) => [key, { name: of(`name-${at + 1}`), value: of(`value-${at + 1}`) }]));
}

interface RowProps {
  /** The row's key: it stays the same wherever the row goes. */
  id: number;
  at: number;
  count: number;
  /** What its fields hold at first; nothing in a new row. */
  first: { name: unknown; value: unknown } | undefined;
  messages: Messages | undefined;
  rows: ReturnType<typeof useSpecRows>;
  drag: DragProps | undefined;
}

function Row({ id, at, count, first, messages, rows, drag }: RowProps) {
  const place = at + 1;
  return (
    <li id={`row-${place}`} className="spec-row" data-drag={drag?.isDragged || undefined} data-drop={drag?.drop}>
      {drag ? (
        <button type="button" id={`drag-${id}`} className="spec-grip" {...drag.handle}>
          <GripIcon />
          <span className="sr-only">Drag row {place}, or move it with the arrow keys</span>
        </button>
      ) : (
        <span className="spec-grip" />
      )}
      <Input member="name" label="Name" place={place} first={first?.name} message={messages?.name} />
      <Input member="value" label="Value" place={place} first={first?.value} message={messages?.value} />
      <div className="spec-acts">
        <Act
          id={`up-${id}`}
          name="move"
          value={`${place}:up`}
          label={`Move row ${place} up`}
          anchor={`row-${at}`}
          disabled={at === 0}
          onPress={() => rows.up(at)}
        >
          <ChevronDownIcon className="size-5 rotate-180" />
        </Act>
        <Act
          id={`down-${id}`}
          name="move"
          value={`${place}:down`}
          label={`Move row ${place} down`}
          anchor={`row-${place + 1}`}
          disabled={place === count}
          onPress={() => rows.down(at)}
        >
          <ChevronDownIcon />
        </Act>
        <Act
          id={`remove-${id}`}
          name="remove"
          value={String(place)}
          label={`Remove row ${place}`}
          anchor={`row-${place}`}
          onPress={() => rows.remove(at)}
        >
          <TrashIcon className="size-4" />
        </Act>
      </div>
    </li>
  );
}

interface InputProps {
  member: keyof SpecRow;
  label: string;
  place: number;
  first: unknown;
  message: string | undefined;
}

function Input({ member, label, place, first, message }: InputProps) {
  const id = useFieldId()(`${member}-${place}`);
  return (
    <div className={`spec-${member} min-w-0`}>
      <label htmlFor={id} className="sr-only">
        {label} of row {place}
      </label>
      <input
        id={id}
        name={member}
        list={member === "name" ? SUGGESTIONS : undefined}
        maxLength={SPEC_LIMITS[member]}
        placeholder={label}
        autoComplete="off"
        className="input"
        defaultValue={asText(first)}
        aria-invalid={message ? true : undefined}
        aria-describedby={message ? `${id}-error` : undefined}
      />
      {message ? (
        <p id={`${id}-error`} className="mt-1 font-semibold text-signal">
          {message}
        </p>
      ) : null}
    </div>
  );
}

interface ActProps {
  id?: string;
  name: string;
  value: string;
  label?: string;
  /** Where the page comes back to without script. */
  anchor: string;
  disabled?: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** A button that arranges the rows: with script at once, without it the page comes back with all that was typed. */
function Act({ label, anchor, onPress, ...rest }: ActProps) {
  const { pathname, search } = useLocation();
  return (
    <Button
      small
      kind={rest.id ? "quiet" : "secondary"}
      aria-label={label}
      formAction={`${pathname}${search}#${anchor}`}
      onClick={(event) => {
        event.preventDefault();
        onPress();
      }}
      {...rest}
    />
  );
}
