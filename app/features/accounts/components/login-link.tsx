import { Link, PrefetchPageLinks, useFetcher, useLocation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useState } from "react";
import type { FormFailure } from "~/lib/forms";
import { Dialog, useDialogLink } from "~/ui/forms/dialog";
import type { LoginForm } from "./login-form";

const importForm = () => import("./login-form");

const prefetchForm = () => void importForm().catch(() => {});

/** The current page, or the page that redirected to `/` for lack of a session. */
function returnPath(pathname: string, search: string): string {
  if (pathname === "/") return new URLSearchParams(search).get("returnTo") ?? "/";
  // Pages without use after the login.
  return /^\/(login|signup|forgot-password|reset-password|verify-email|confirm-email|undo-email|unsubscribe|reports|decisions)/.test(
    pathname,
  )
    ? "/"
    : pathname + search;
}

interface LoginLinkProps {
  className?: string;
  current?: boolean;
  children?: ReactNode;
}

/** With script, the form opens in a dialog. */
export function LoginLink({ className, current = false, children = "Log in" }: LoginLinkProps) {
  const { pathname, search } = useLocation();
  const { isOpen, open, close } = useDialogLink();
  const [Form, setForm] = useState<typeof LoginForm>();
  const fetcher = useFetcher<FormFailure>();
  const currentPath = returnPath(pathname, search);
  const page = currentPath === "/" ? "/login" : `/login?returnTo=${encodeURIComponent(currentPath)}`;
  const press = (event: MouseEvent) => {
    open(event);
    // Loads the form's script on the first press; if that fails, the login page opens.
    if (event.defaultPrevented && !Form) {
      importForm().then(
        (module) => setForm(() => module.LoginForm),
        () => window.location.assign(page),
      );
    }
  };
  return (
    <>
      <Link
        to={page}
        onClick={pathname === "/login" ? undefined : press}
        onPointerEnter={prefetchForm}
        onFocus={prefetchForm}
        aria-current={current ? "page" : undefined}
        className={className}
      >
        {children}
      </Link>
      {isOpen && Form ? (
        <Dialog label="Log in" onClose={close}>
          <PrefetchPageLinks page="/login" />
          <h2 className="mb-4">Log in</h2>
          <Form returnTo={currentPath} fetcher={fetcher} />
        </Dialog>
      ) : null}
    </>
  );
}
