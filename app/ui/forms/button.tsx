import { Link, type LinkProps } from "@remix-run/react";
import { type ButtonHTMLAttributes, type ReactNode, useEffect, useState } from "react";
import { useFormState } from "./form-state";

export type ButtonKind = "primary" | "secondary" | "danger" | "quiet";

export function buttonClass(kind: ButtonKind, small = false, extra = ""): string {
  return `button ${kind === "secondary" ? "" : `button-${kind}`} ${small ? "button-small" : ""} ${extra}`;
}

interface Look {
  kind?: ButtonKind;
  small?: boolean;
}

export function Button({
  kind = "secondary",
  small = false,
  className,
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="submit" {...rest} className={buttonClass(kind, small, className)} />;
}

export function ButtonLink({ kind = "secondary", small = false, className, ...rest }: Look & LinkProps) {
  return <Link {...rest} className={buttonClass(kind, small, className)} />;
}

/** @param busy label during submission: "Saving…" */
export function SubmitButton({
  children,
  busy,
  ...rest
}: Look & { children: ReactNode; busy: string; id?: string; name?: string; value?: string | number }) {
  const { isBusy: pending, savedId } = useFormState();
  return (
    <>
      <Button
        kind="primary"
        {...rest}
        aria-disabled={pending}
        onClick={pending ? (event) => event.preventDefault() : undefined}
      >
        {/* Keyed, because a browser's translation replaces text nodes. */}
        <span key={pending ? "busy" : "idle"} className="contents">
          {pending ? busy : children}
        </span>
      </Button>
      {savedId === null || pending || rest.name !== undefined ? null : (
        <span id={savedId} className="saved-mark">
          Saved
        </span>
      )}
    </>
  );
}

interface SubmitOrCancelProps {
  act: string;
  busy: string;
  cancelTo: string;
  /** Stays on the screen, for a long form. */
  isInSight?: boolean;
}

export function SubmitOrCancel({ act, busy, cancelTo, isInSight }: SubmitOrCancelProps) {
  return (
    <div className={isInSight ? "save-bar" : "flex flex-wrap gap-3"}>
      <SubmitButton busy={busy}>{act}</SubmitButton>
      <Link to={cancelTo} className="link inline-flex min-h-11 items-center">
        Cancel
      </Link>
    </div>
  );
}

/** Enter presses a form's first button. Put this one first if the first visible button changes only a part. */
export function EnterButton({ children }: { children: string }) {
  return (
    <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
      {children}
    </button>
  );
}

export function PrintButton() {
  const [isScripted, setIsScripted] = useState(false);
  useEffect(() => setIsScripted(true), []);
  if (!isScripted) return null;
  return (
    <Button type="button" small onClick={() => print()}>
      Print
    </Button>
  );
}
