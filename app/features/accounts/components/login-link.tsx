import { Link, PrefetchPageLinks, useFetcher, useLocation } from "@remix-run/react";
import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense } from "react";
import type { FormFailure } from "~/lib/forms";
import { Dialog, useDialogLink } from "~/ui/forms/dialog";
import type { LoginForm as Form } from "./login-form";

const importForm = () => import("./login-form");

// Where it does not come, the login's own page does.
const LoginForm = lazy<ComponentType<ComponentProps<typeof Form>>>(() =>
  importForm().then(
    ({ LoginForm }) => ({ default: LoginForm }),
    () => ({ default: LoginPageLink }),
  ),
);

function LoginPageLink({ returnTo }: { returnTo: string }) {
  return (
    <a href={`/login?returnTo=${encodeURIComponent(returnTo)}`} className="button">
      Log in
    </a>
  );
}

/** Where to go after the login: here, or to the page that sent somebody home because it needs a session. */
function returnPath(pathname: string, search: string): string {
  if (pathname === "/") return new URLSearchParams(search).get("returnTo") ?? "/";
  // After the login nobody needs to return to these pages.
  return /^\/(login|signup|forgot-password|reset-password|verify-email|unsubscribe|reports|decisions)/.test(pathname)
    ? "/"
    : pathname + search;
}

interface LoginLinkProps {
  className?: string;
  /** Whether this is the login's own page, and the link is to say so. */
  current?: boolean;
  children?: ReactNode;
}

/** Leads to the login page and back; with script the form comes up in a dialog on the page one is on. */
export function LoginLink({ className, current = false, children = "Log in" }: LoginLinkProps) {
  const { pathname, search } = useLocation();
  const { shown, open, close } = useDialogLink();
  const fetcher = useFetcher<FormFailure>();
  const here = returnPath(pathname, search);
  return (
    <>
      <Link
        to={here === "/" ? "/login" : `/login?returnTo=${encodeURIComponent(here)}`}
        onClick={pathname === "/login" ? undefined : open}
        onPointerEnter={importForm}
        onFocus={importForm}
        aria-current={current ? "page" : undefined}
        className={className}
      >
        {children}
      </Link>
      {shown ? (
        <Dialog label="Log in" onClose={close}>
          <PrefetchPageLinks page="/login" />
          <h2 className="mb-4">Log in</h2>
          <Suspense fallback={<p className="min-h-64">One moment…</p>}>
            <LoginForm returnTo={here} fetcher={fetcher} />
          </Suspense>
        </Dialog>
      ) : null}
    </>
  );
}
