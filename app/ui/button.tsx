import { Link, type LinkProps } from "@remix-run/react";
import type { ButtonHTMLAttributes, ReactNode } from "react";
import { useFormState } from "./form";

export type ButtonKind = "primary" | "secondary" | "danger" | "quiet";

/** The look of a button, for what is one only by its looks. */
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
 * A form's main button. It says what it does; while the form is under way it says so and takes no second press.
 * @param busy what it says meanwhile: "Saving…"
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
