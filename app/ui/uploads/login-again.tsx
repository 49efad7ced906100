import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";

/** Says that the session has ended, and leads to the login and back to this page. */
export function LoginAgain({ children }: { children?: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <p className="mb-4 rounded-md border-l-4 border-ink bg-sunk px-4 py-3">
      <strong>Your session has ended.</strong> {children}{" "}
      <Link to={`/login?returnTo=${encodeURIComponent(pathname + search)}`} className="link font-semibold">
        Log in and come back
      </Link>
    </p>
  );
}
