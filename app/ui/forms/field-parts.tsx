import { Isolated } from "../linked-text";

export function FieldLabel({ id, label, optional }: { id: string; label: string; optional?: boolean | undefined }) {
  return (
    <label htmlFor={id} dir="auto" className="mb-1 block font-bold">
      <Isolated text={label} />
      {optional ? <span className="font-normal text-grey"> (optional)</span> : null}
    </label>
  );
}

export function FieldMessages({ id, messages }: { id: string; messages?: string[] | undefined }) {
  if (!messages) return null;
  return (
    <p id={`${id}-error`} className="mt-1 font-semibold whitespace-pre-line text-danger">
      {messages.join(" ")}
    </p>
  );
}

/** Other text is valid too. */
export function DataList({ id, texts }: { id: string; texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}
