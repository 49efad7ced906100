import { type ComponentType, useCallback, useEffect, useState } from "react";
import { areOneKeyShortcutsOff } from "./one-key-shortcuts";

/** "/" focuses the search, Ctrl+Enter sends the form with the focused field, "?" and Ctrl+/ list the keys. */
export function Shortcuts() {
  const [isOpen, setIsOpen] = useState(false);
  const [List, setList] = useState<ComponentType<{ onClose: () => void }>>();
  const close = useCallback(() => setIsOpen(false), []);
  useEffect(() => {
    const showList = () => {
      // If it fails to load, the next press tries again.
      import("./shortcut-list")
        .then(({ ShortcutList }) => {
          setList(() => ShortcutList);
          setIsOpen(true);
        })
        .catch(() => undefined);
    };
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || event.altKey) return;
      if (actOn(event, showList)) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return List && isOpen ? <List onClose={close} /> : null;
}

/** @returns whether the key had an effect */
function actOn({ key, ctrlKey, metaKey, target }: KeyboardEvent, showList: () => void): boolean {
  const hasModifier = ctrlKey || metaKey;
  if (key === "Enter") return hasModifier && sendForm(target);
  if (document.querySelector("dialog[open]")) return false;
  if (hasModifier && key !== "/") return false;
  if (!hasModifier && (isTypedIn(target) || areOneKeyShortcutsOff())) return false;
  if (key === "?" || (hasModifier && key === "/")) {
    showList();
    return true;
  }
  return key === "/" && focusSearch();
}

const isTypedIn = (target: EventTarget | null) =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('[role="search"] input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}

/** Like Enter in a one-line field: a click on the form's first submit button. */
function sendForm(target: EventTarget | null): boolean {
  const isField =
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
  const form = isField ? target.form : null;
  if (!form) return false;
  const button = [...form.elements].find(
    (element) => element instanceof HTMLButtonElement && element.type === "submit",
  );
  if (button instanceof HTMLButtonElement) button.click();
  else form.requestSubmit();
  return true;
}
