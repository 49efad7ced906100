import { Link, type LinkProps } from "@remix-run/react";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { useFormState } from "./form";

export type ButtonKind = "primary" | "secondary" | "danger" | "quiet";

/** The classes of a button, for links styled as one. */
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

/**
 * A form's submit button; disabled and relabelled while the form is being submitted.
 * @param busy label meanwhile: "Saving…"
 */
export function SubmitButton({
  children,
  busy,
  ...rest
}: Look & { children: ReactNode; busy: string; name?: string; value?: string }) {
  const { busy: pending } = useFormState();
  return (
    <Button
      kind="primary"
      {...rest}
      aria-disabled={pending}
      onClick={pending ? (event) => event.preventDefault() : undefined}
    >
      {pending ? busy : children}
    </Button>
  );
}
