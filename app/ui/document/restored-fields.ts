type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const listFields = () => [...document.querySelectorAll<Field>("input, textarea, select")];

/** By kind, name and position. */
function fieldsByKey(fields: readonly Field[]): Map<string, Field> {
  const counts = new Map<string, number>();
  return new Map(
    fields.map((field) => {
      const kind = JSON.stringify([field.tagName, field.type, field.name]);
      const at = counts.get(kind) ?? 0;
      counts.set(kind, at + 1);
      return [`${kind} ${at}`, field];
    }),
  );
}

/**
 * Restores field values after React redraws the whole page, for example because an extension changed it. Call it before
 * hydration.
 * @returns a function to call after hydration
 */
export function keepFields(): () => void {
  const before = fieldsByKey(listFields());
  let focused = document.activeElement;
  const follow = ({ target }: Event) => {
    focused = target as Element;
  };
  const leave = ({ target }: Event) => {
    // A removed field loses focus first; the fields are compared before this timer ends.
    setTimeout(() => {
      if (focused === target) focused = null;
    });
  };
  document.addEventListener("focusin", follow);
  document.addEventListener("focusout", leave);
  return () => {
    document.removeEventListener("focusin", follow);
    document.removeEventListener("focusout", leave);
    const lostFields = [...before].filter(([, field]) => !field.isConnected);
    if (lostFields.length === 0) return;
    const after = fieldsByKey(listFields());
    for (const [key, old] of lostFields) {
      const field = after.get(key);
      if (!field) continue;
      if (copy(old, field)) {
        for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
      }
      if (old === focused) focusLike(old, field);
    }
  };
}

function copy(old: Field, field: Field): boolean {
  if (old instanceof HTMLInputElement && field instanceof HTMLInputElement) {
    if (old.type === "hidden") return false;
    if (old.type === "file") {
      field.files = old.files;
      return (old.files?.length ?? 0) > 0;
    }
    if (old.type === "checkbox" || old.type === "radio") return set(HTMLInputElement, "checked", old, field);
    return set(HTMLInputElement, "value", old, field);
  }
  if (old instanceof HTMLTextAreaElement) return set(HTMLTextAreaElement, "value", old, field);
  return set(HTMLSelectElement, "value", old, field);
}

/** With React's setter, React would miss the change. */
function set(kind: { prototype: object }, member: "value" | "checked", old: Field, field: Field): boolean {
  const { get, set } = Object.getOwnPropertyDescriptor(kind.prototype, member)!;
  const value: unknown = get!.call(old);
  if (get!.call(field) === value) return false;
  set!.call(field, value);
  return true;
}

function focusLike(old: Field, field: Field): void {
  field.focus({ preventScroll: true });
  if (old instanceof HTMLSelectElement || field instanceof HTMLSelectElement || old.selectionStart === null) return;
  field.setSelectionRange(old.selectionStart, old.selectionEnd, old.selectionDirection ?? "none");
}
