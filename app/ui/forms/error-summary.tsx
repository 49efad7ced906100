import { Link, useLocation } from "@remix-run/react";
import type { ReactNode, RefObject } from "react";
import { jump } from "../document/jump";

interface SummaryError {
  id: string;
  message: string;
}

interface ErrorSummaryProps {
  box: RefObject<HTMLDivElement | null>;
  lead?: string | undefined;
  problems: readonly SummaryError[];
  autoFocus: boolean;
  children?: ReactNode;
}

export function ErrorSummaryBox({ box, lead, problems, autoFocus, children }: ErrorSummaryProps) {
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      // biome-ignore lint/a11y/noAutofocus: without script the summary still takes focus
      autoFocus={autoFocus}
      className="mb-6 rounded-md border-l-4 border-danger bg-danger-soft px-4 py-3"
    >
      <h2 className="text-lg">There is a problem</h2>
      {lead === undefined ? null : <p className="mt-1">{lead}</p>}
      {problems.length > 0 ? (
        <ul className="mt-1">
          {problems.map(({ id, message }) => (
            <li key={message}>
              <a className="link line-clamp-2 font-semibold text-danger" href={`#${id}`} onClick={jump}>
                {message}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {children}
    </div>
  );
}

/** A message shared by several fields appears once and links to the first. */
export function toSummaryErrors(
  errors: Readonly<Record<string, readonly string[]>>,
  idOf: (field: string) => string,
): SummaryError[] {
  return Object.entries(errors)
    .flatMap(([field, messages]) => messages.map((message) => ({ id: idOf(field), message })))
    .filter(({ message }, index, all) => all.findIndex((otherError) => otherError.message === message) === index);
}

export function SessionExpired({ children }: { children?: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <p className="mb-4 rounded-md border-l-4 border-ink bg-sunk px-4 py-3">
      <strong>Your session has ended.</strong> {children}{" "}
      <Link to={`/login?returnTo=${encodeURIComponent(pathname + search)}`} className="link">
        Log in and come back
      </Link>
    </p>
  );
}
