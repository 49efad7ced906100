import { useLocation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";

export function useDialogLink() {
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback((event: MouseEvent) => {
    // Modified clicks (new tab or window) follow the link.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    setIsOpen(true);
  }, []);
  const close = useCallback(() => setIsOpen(false), []);
  return { isOpen, open, close };
}

interface DialogProps {
  label: string;
  onClose: () => void;
  hasCancel?: boolean;
  children: ReactNode;
}

/**
 * A native modal dialog, open while rendered: the browser traps focus, closes it on Escape and restores focus. A click
 * on the backdrop and a navigation close it too.
 */
export function Dialog({ label, onClose, hasCancel = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open) return;
    element.showModal();
    element.querySelector<HTMLElement>("[data-cancel]")?.focus();
  }, []);
  useEffect(() => {
    if (openedAt.current !== key) dialog.current?.close();
  }, [key]);
  useCloseOutside(dialog);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      className="m-auto w-[min(100%-2rem,32rem)] rounded-lg border border-line-strong bg-paper p-6 text-left text-ink backdrop:bg-black/60"
    >
      {children}
      {hasCancel ? null : (
        <form method="dialog" className="mt-2">
          <button type="submit" className="button button-quiet">
            Close
          </button>
        </form>
      )}
    </dialog>
  );
}

export function DialogCancel({ children }: { children: ReactNode }) {
  return (
    <button
      type="button"
      data-cancel
      className="button button-quiet"
      onClick={(event) => event.currentTarget.closest("dialog")?.close()}
    >
      {children}
    </button>
  );
}

function useCloseOutside(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    let pressed: EventTarget | null = null;
    // A press must start and end on the backdrop: a text selection ending there does not count.
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener("mousedown", ({ target }) => void (pressed = target), { signal });
    const onMouseUp = ({ target }: Event) => void (target === element && pressed === element && element.close());
    element.addEventListener("mouseup", onMouseUp, { signal });
    return () => listening.abort();
  }, [dialog]);
}
