import { createHash } from "node:crypto";
import { DomainError } from "./errors";

/** By form field. False and null count as empty. */
export type StoredValues = Readonly<Record<string, unknown>>;

/** Throws if a write must not happen. Called in the command's transaction, before the first write. */
export type Precondition = () => void;

export const NO_PRECONDITION: Precondition = () => {};

export const CHANGED_MEANWHILE = "This was changed while you were editing.";

/** The form is older than the stored values. */
export class EditConflict extends DomainError {
  /** @param revision of the stored values, for the form shown again */
  constructor(
    readonly revision: string,
    fields: Record<string, string[]>,
  ) {
    super("conflict", CHANGED_MEANWHILE, fields);
  }
}

function textOf(value: unknown): string {
  if (value === true) return "on";
  if (value === false || value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.replace(/\r\n?/g, "\n").trim();
}

const hash = (text: string) => createHash("sha256").update(text).digest("base64url");

const HASH_LENGTH = 8;

type Hashes = Map<string, string>;

const hashesOf = (values: StoredValues): Hashes =>
  new Map(
    Object.entries(values).flatMap(([name, value]) => {
      const text = textOf(value);
      return text === "" ? [] : [[name, hash(text).slice(0, HASH_LENGTH)]];
    }),
  );

const format = (hashes: Hashes) => [...hashes].map(([name, sum]) => `${name}:${sum}`).join(" ");

const parse = (revision: string): Hashes =>
  new Map(revision.split(" ").map((part) => part.split(":") as [string, string]));

/**
 * The hidden `revision` of an edit form: `name:hash name:hash`, a short hash for each field that is not empty, to name
 * the changed fields.
 */
export const revisionOf = (values: StoredValues): string => format(hashesOf(values));

/** One hash of all values: the API's `ETag` without quotation marks. */
export const tagOf = (values: StoredValues): string => hash(revisionOf(values)).slice(0, 22);

/**
 * After some fields were saved on their own.
 * @param isSaved whether a field was saved
 */
export function mergeRevisions(
  submittedRevision: string,
  values: StoredValues,
  isSaved: (name: string) => boolean,
): string {
  const unsaved = [...parse(submittedRevision)].filter(([name]) => !isSaved(name));
  return format(new Map([...unsaved, ...[...hashesOf(values)].filter(([name]) => isSaved(name))]));
}

/** By field and stored value. */
export type ValueLabels = Readonly<Record<string, ReadonlyMap<string, string>>>;

function nameValue(name: string, value: unknown, labels: ValueLabels): string {
  if (typeof value === "boolean") return value ? "ticked" : "not ticked";
  const text = textOf(value);
  return labels[name]?.get(text) ?? (text === "" ? "nothing" : text);
}

/**
 * Refuses if a field has changed since the form was loaded and differs from the form's value. A form without `revision`
 * passes.
 * @param values the form's values
 * @param readValues the stored values of every field; called in the transaction
 */
export function unlessChanged(
  values: Readonly<Record<string, unknown>>,
  readValues: () => StoredValues,
  labels: ValueLabels = {},
): Precondition {
  const { revision } = values;
  if (typeof revision !== "string") return NO_PRECONDITION;
  return () => {
    const [storedValues, before] = [readValues(), parse(revision)];
    const currentHashes = hashesOf(storedValues);
    const conflicts = Object.entries(storedValues).filter(
      ([name, value]) => currentHashes.get(name) !== before.get(name) && textOf(value) !== textOf(values[name]),
    );
    if (conflicts.length === 0) return;
    const messages = conflicts.map(([name, value]) => [name, [`Saved meanwhile: ${nameValue(name, value, labels)}`]]);
    throw new EditConflict(revisionOf(storedValues), Object.fromEntries(messages));
  };
}
