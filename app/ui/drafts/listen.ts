/** Told to a form before it is filled with texts, its detail, so that its lists make room for them. */
export const FILL_EVENT = "fill";

/** Whether something is a form's field; it need not stand inside it. */
export const isFieldOf = (form: HTMLFormElement, target: EventTarget | null) =>
  target !== null && "form" in target && target.form === form;

/**
 * Listens to a form's fields, wherever on the page they stand.
 * @param type of an event that bubbles
 * @returns ends it
 */
export function listenToFields(form: HTMLFormElement, type: string, listener: () => void): () => void {
  const heard = ({ target }: Event) => {
    if (isFieldOf(form, target)) listener();
  };
  document.addEventListener(type, heard);
  return () => document.removeEventListener(type, heard);
}
