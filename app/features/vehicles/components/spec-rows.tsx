import { useActionData, useNavigate } from "@remix-run/react";
import { useMemo, useRef } from "react";
import type { FormFailure } from "~/lib/forms";
import { Button, SubmitOrCancel } from "~/ui/forms/button";
import { DataList } from "~/ui/forms/field-parts";
import { useFieldId, useFormState } from "~/ui/forms/form-state";
import type { DragProps } from "~/ui/forms/use-row-drag";
import { GripIcon, PlusIcon } from "~/ui/icons";
import { SPEC_LIMITS } from "../limits";
import type { RowAction } from "../spec-order";
import { rowsOfForm, SPEC_KINDS, type SpecKind, type SpecRow, suggestedSpecs } from "../specs";
import { useSpecRows } from "./use-spec-rows";

/** After a button that only arranges rows: unsaved values, and a status text. */
export interface SpecRowsResult {
  values: Record<string, string>;
  done: string;
  /** New focus: a button or the first field of this row. */
  next?: { at: number; act: RowAction | "name" };
}

const SUGGESTIONS = "spec-names";

const asText = (value: unknown) => (typeof value === "string" ? value : "");

export function SpecRows({ kind, cancelTo }: { kind: SpecKind; cancelTo: string }) {
  const { failure, initial } = useFormState();
  const fieldId = useFieldId();
  const actionData = useActionData<FormFailure | SpecRowsResult>();
  const { done = "", next } = actionData && "done" in actionData ? actionData : {};
  const list = useRef<HTMLOListElement>(null);
  const rows = useSpecRows(list, () => rowsOfForm(failure?.values ?? initial));
  const { keys, first } = rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: messages stay with the rows that were sent, wherever those go
  const messages = useMemo(() => messagesByKey(failure, keys, fieldId), [failure]);
  return (
    <>
      <SpecKinds kind={kind} onChoose={rows.suggest} />
      <DataList id={SUGGESTIONS} texts={suggestedSpecs(kind)} />
      {/* A refused form returns up to 40 rows within 64 KB, so the style sheet (mosaic.css) has their style. */}
      <ol ref={list} className="spec-rows">
        {keys.map((key, index) => (
          <Row
            key={key}
            at={index}
            count={keys.length}
            first={first[key]}
            messages={messages.get(key)}
            goOn={next?.at === index ? next.act : undefined}
            rows={rows}
            drag={rows.scripted ? rows.drag(index) : undefined}
          />
        ))}
      </ol>
      <div className="border-t border-line py-3">
        <Button
          small
          name="add"
          value="1"
          onClick={(event) => {
            event.preventDefault();
            rows.add();
          }}
        >
          <PlusIcon className="size-4" /> Add another row
        </Button>
      </div>
      <div className="save-bar">
        <SubmitOrCancel act="Save spec sheet" busy="Saving…" cancelTo={cancelTo} />
        <p role="status" className="text-sm text-grey">
          {rows.said || done} {!rows.said && done ? "Nothing is saved yet." : null}
        </p>
      </div>
    </>
  );
}

interface Message {
  /** The error summary links to it: the index when sent. */
  id: string;
  text: string;
}

type Messages = Partial<Record<keyof SpecRow, Message>>;

function messagesByKey(
  failure: FormFailure | undefined,
  keys: readonly number[],
  fieldId: (name: string) => string,
): Map<number, Messages> {
  const fieldProps = (field: string) => {
    const text = failure?.errors[field]?.join(" ");
    return text === undefined ? undefined : { id: fieldId(field), text };
  };
  return new Map(
    keys.map((key, index) => [key, { name: fieldProps(`name-${index + 1}`), value: fieldProps(`value-${index + 1}`) }]),
  );
}

interface RowProps {
  at: number;
  count: number;
  /** Undefined in a new row. */
  first: { name: unknown; value: unknown } | undefined;
  messages: Messages | undefined;
  /** To focus, if the page has returned to this row. */
  goOn: RowAction | "name" | undefined;
  rows: ReturnType<typeof useSpecRows>;
  drag: DragProps | undefined;
}

function Row({ at, count, first, messages, goOn, rows, drag }: RowProps) {
  const place = at + 1;
  return (
    <li data-drag={drag?.isDragged || undefined} data-drop={drag?.drop}>
      {drag ? (
        <button type="button" className="spec-grip" {...drag.handle}>
          <GripIcon />
          <span className="sr-only">{`Drag row ${place}, or move it with the arrow keys`}</span>
        </button>
      ) : null}
      <Input member="name" place={place} first={first?.name} message={messages?.name} autoFocus={goOn === "name"} />
      <Input member="value" place={place} first={first?.value} message={messages?.value} />
      <div>
        <ActionButton act="up" place={place} disabled={at === 0} goOn={goOn} onPress={() => rows.up(at)} />
        <ActionButton act="down" place={place} disabled={place === count} goOn={goOn} onPress={() => rows.down(at)} />
        <ActionButton act="remove" place={place} goOn={goOn} onPress={() => rows.remove(at)} />
      </div>
    </li>
  );
}

const LABELS = { name: "Name", value: "Value" };

interface InputProps {
  member: keyof SpecRow;
  place: number;
  first: unknown;
  message: Message | undefined;
  autoFocus?: boolean;
}

function Input({ member, place, first, message, autoFocus }: InputProps) {
  const errorId = message && `${message.id}-error`;
  return (
    <>
      <label htmlFor={message?.id}>
        {`${LABELS[member]} of row ${place}`}
        <input
          id={message?.id}
          dir="auto"
          name={member}
          list={member === "name" ? SUGGESTIONS : undefined}
          maxLength={SPEC_LIMITS[member]}
          placeholder={LABELS[member]}
          className="input"
          defaultValue={asText(first) || undefined}
          // biome-ignore lint/a11y/noAutofocus: the page comes back to where the person was
          autoFocus={autoFocus}
          aria-invalid={message && true}
          aria-describedby={errorId}
        />
      </label>
      {message ? <p id={errorId}>{message.text}</p> : null}
    </>
  );
}

interface ActionProps {
  act: RowAction;
  place: number;
  disabled?: boolean;
  goOn: RowAction | "name" | undefined;
  onPress: () => void;
}

/** At once with script; without it, the page returns with the typed values. */
function ActionButton({ act, place, disabled, goOn, onPress }: ActionProps) {
  const isMove = act !== "remove";
  return (
    // biome-ignore lint/a11y/useButtonType: it submits, as buttons do where nothing is said; 120 of them say nothing
    <button
      name={isMove ? "move" : "remove"}
      value={isMove ? `${place}:${act}` : place}
      disabled={disabled}
      // biome-ignore lint/a11y/noAutofocus: the page comes back to where the person was
      autoFocus={act === goOn}
      onClick={(event) => {
        event.preventDefault();
        onPress();
      }}
    >
      {isMove ? `Move row ${place} ${act}` : `Remove row ${place}`}
    </button>
  );
}

/** For suggestions; typed values stay, unsaved. */
function SpecKinds({ kind, onChoose }: { kind: SpecKind; onChoose: (kind: SpecKind) => void }) {
  const navigate = useNavigate();
  return (
    <fieldset className="mb-4">
      <legend className="text-sm text-grey">Suggest rows for a …</legend>
      <div className="spec-kinds">
        {SPEC_KINDS.map((specKind) => (
          <button
            key={specKind}
            type="submit"
            name="suggest"
            value={specKind}
            formAction={`?kind=${specKind}`}
            aria-pressed={specKind === kind}
            onClick={(event) => {
              event.preventDefault();
              onChoose(specKind);
              navigate(`?kind=${specKind}`, { replace: true, preventScrollReset: true });
            }}
          >
            {specKind}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
