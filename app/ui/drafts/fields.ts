import { isSecretField, UPLOADS } from "~/lib/forms";
import { groupBy } from "~/lib/rows";

/** A restored draft with its revision does not overwrite newer changes. */
const REVISION = "revision";

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const LEFT_OUT = ["hidden", "file", "password", "submit", "button", "reset", "image"];

/** Numbered if several share a name (see `fieldsByName`). The text of radio buttons is the checked value. */
function textFields(form: HTMLFormElement): [name: string, field: TextField][] {
  const fields = [...form.elements].filter((field): field is TextField => {
    if (field instanceof HTMLInputElement && (LEFT_OUT.includes(field.type) || field.name === UPLOADS)) return false;
    const isText =
      field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement;
    return isText && field.name !== "" && !isSecretField(field.name) && field.autocomplete !== "one-time-code";
  });
  const byName = groupBy(fields, ({ name }) => name);
  return [...byName].flatMap(([name, sameNamed]) =>
    sameNamed.map((field, index): [string, TextField] => [
      sameNamed.length > 1 && !isRadio(field) ? `${name}-${index + 1}` : name,
      field,
    ]),
  );
}

const isOfType = (field: TextField, type: string) => field instanceof HTMLInputElement && field.type === type;
const isBox = (field: TextField): field is HTMLInputElement => isOfType(field, "checkbox");
const isRadio = (field: TextField): field is HTMLInputElement => isOfType(field, "radio");

const asText = (value: unknown) => String(value ?? "").replace(/\r\n?/g, "\n");

const boxText = (isTicked: boolean) => (isTicked ? "on" : "");

/** By field, with the form's revision; never secrets, never files. */
export function readFields(form: HTMLFormElement): Record<string, string> {
  const textOf = (_name: string, field: TextField) => (isBox(field) ? boxText(field.checked) : asText(field.value));
  const texts = textsOf(form, textOf, (radio) => radio.checked);
  const revision = form.elements.namedItem(REVISION);
  return revision instanceof HTMLInputElement ? { ...texts, [REVISION]: revision.value } : texts;
}

export function initialFields(form: HTMLFormElement, initial: Record<string, unknown>): Record<string, string> {
  const textOf = (name: string, field: TextField) => {
    const value = initial[name];
    if (isBox(field)) return boxText(/^(on|true)$/.test(String(value)));
    const first = field instanceof HTMLSelectElement ? field.options[0]?.value : "";
    return asText(value ?? first);
  };
  const isChosen = ({ name, value, defaultChecked }: HTMLInputElement) =>
    name in initial ? String(initial[name]) === value : defaultChecked;
  return textsOf(form, textOf, isChosen);
}

function textsOf(
  form: HTMLFormElement,
  textOf: (name: string, field: TextField) => string,
  isChosen: (radio: HTMLInputElement) => boolean,
): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, field] of textFields(form)) {
    if (!isRadio(field)) texts[name] = textOf(name, field);
    else if (isChosen(field)) texts[name] = field.value;
    else texts[name] ??= "";
  }
  return texts;
}

export function hasChanged(texts: Record<string, string>, others: Record<string, string>): boolean {
  return Object.entries(others).some(([name, text]) => name !== REVISION && name in texts && texts[name] !== text);
}

/**
 * Dispatches the events of typing.
 * @returns the first changed field
 */
export function fillFields(form: HTMLFormElement, texts: Record<string, string>): TextField | undefined {
  form.dispatchEvent(new CustomEvent(FILL_EVENT, { detail: texts }));
  const changedFields = textFields(form).filter(([name, field]) => {
    const text = texts[name];
    if (text === undefined) return false;
    if (isRadio(field)) {
      if (field.checked || field.value !== text) return false;
      field.click();
      return true;
    }
    if (text === (isBox(field) ? boxText(field.checked) : asText(field.value))) return false;
    if (isBox(field)) field.click();
    else setValue(field, text);
    return true;
  });
  return changedFields[0]?.[1];
}

/** React's setter on the field would hide the change from React. */
function setValue(field: TextField, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
  set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Before filling a form with the texts in `detail`: lists add rows, the revision becomes the draft's. */
export const FILL_EVENT = "fill";

/** Includes fields outside the form element. */
export const isFormField = (form: HTMLFormElement, target: EventTarget | null) =>
  target !== null && "form" in target && target.form === form;

/**
 * Also outside the form element.
 * @param type of a bubbling event
 * @returns removes the listener
 */
export function listenToFields(form: HTMLFormElement, type: string, listener: () => void): () => void {
  const onFieldEvent = ({ target }: Event) => {
    if (isFormField(form, target)) listener();
  };
  document.addEventListener(type, onFieldEvent);
  return () => document.removeEventListener(type, onFieldEvent);
}
