import { useLocation } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";

interface DialogProps {
  /** Names the dialog for assistive technology. */
  label: string;
  dialog: RefObject<HTMLDialogElement>;
  children: ReactNode;
}

/**
 * A native modal dialog: the browser keeps focus inside, closes it on Escape and gives focus back. A press beside it
 * and a new page close it too. Open it with `dialog.current.showModal()`.
 */
export function Dialog({ label, dialog, children }: DialogProps) {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the dialog
  useEffect(() => () => dialog.current?.close(), [key]);
  useCloseOutside(dialog);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className="m-auto w-[min(100%-2rem,32rem)] rounded-lg border border-line-strong bg-paper p-6 text-ink backdrop:bg-black/60"
    >
      {children}
      <form method="dialog" className="mt-2 text-right">
        <button type="submit" className="button button-quiet">
          Close
        </button>
      </form>
    </dialog>
  );
}

function useCloseOutside(dialog: RefObject<HTMLDialogElement>): void {
  const pressed = useRef<EventTarget | null>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // A press that begins on the backdrop and ends there; selecting text out of the box is none.
    const down = (event: MouseEvent) => {
      pressed.current = event.target;
    };
    const up = (event: MouseEvent) => {
      if (event.target === element && pressed.current === element) element.close();
    };
    element.addEventListener("mousedown", down);
    element.addEventListener("mouseup", up);
    return () => {
      element.removeEventListener("mousedown", down);
      element.removeEventListener("mouseup", up);
    };
  }, [dialog]);
}
