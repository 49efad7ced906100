import { isSecretField } from "~/lib/forms";
import { groupBy } from "~/lib/rows";
import { FILL_EVENT } from "./listen";

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Kinds of inputs that are no text of the person's, or nothing to keep. */
const LEFT_OUT = ["hidden", "file", "password", "submit", "button", "reset", "image", "radio"];

/** A form's text fields by name; of several with one name by their places (see `fieldsByName`). */
function textFields(form: HTMLFormElement): [name: string, field: TextField][] {
  const fields = [...form.elements].filter((field): field is TextField => {
    if (field instanceof HTMLInputElement && LEFT_OUT.includes(field.type)) return false;
    const isText =
      field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement;
    return isText && field.name !== "" && !isSecretField(field.name) && field.autocomplete !== "one-time-code";
  });
  const byName = groupBy(fields, ({ name }) => name);
  return [...byName].flatMap(([name, same]) =>
    same.map((field, at): [string, TextField] => [same.length > 1 ? `${name}-${at + 1}` : name, field]),
  );
}

const isBox = (field: TextField): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === "checkbox";

const asText = (value: unknown) => String(value ?? "").replace(/\r\n?/g, "\n");

/** What somebody has typed, ticked and chosen, by field; never what is hidden or secret, never files. */
export function typedTexts(form: HTMLFormElement): Record<string, string> {
  const texts = textFields(form).map(([name, field]) => [
    name,
    isBox(field) ? (field.checked ? "on" : "") : asText(field.value),
  ]);
  return Object.fromEntries(texts);
}

/**
 * What the fields hold before anybody types.
 * @param initial values by field
 */
export function initialTexts(form: HTMLFormElement, initial: Record<string, unknown>): Record<string, string> {
  const texts = textFields(form).map(([name, field]) => {
    const value = initial[name];
    if (isBox(field)) return [name, /^(on|true)$/.test(String(value)) ? "on" : ""];
    const first = field instanceof HTMLSelectElement ? field.options[0]?.value : "";
    return [name, asText(value ?? first)];
  });
  return Object.fromEntries(texts);
}

/** Whether what `texts` has for the fields of `others` is something else. */
export function differs(texts: Record<string, string>, others: Record<string, string>): boolean {
  return Object.entries(others).some(([name, text]) => name in texts && texts[name] !== text);
}

/** Fills a form; whoever listens to its fields is told, as if somebody had typed. @returns the first field it changed */
export function fillTexts(form: HTMLFormElement, texts: Record<string, string>): TextField | undefined {
  form.dispatchEvent(new CustomEvent(FILL_EVENT, { detail: texts }));
  const changed = textFields(form).filter(([name, field]) => {
    const text = texts[name];
    if (text === undefined || text === (isBox(field) ? (field.checked ? "on" : "") : asText(field.value))) return false;
    if (isBox(field)) field.click();
    else setValue(field, text);
    return true;
  });
  return changed[0]?.[1];
}

/** By the element's own setter: React's, on the field itself, would take the change for one of its own. */
function setValue(field: TextField, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
  set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
