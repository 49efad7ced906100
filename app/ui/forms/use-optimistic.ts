import { useLoaderData, useLocation, useNavigate, useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { unsentMessage } from "../document/offline";
import { showToast } from "../layout/toasts";

interface OptimisticAction<T> {
  value: T;
  send: () => Promise<Response>;
  /** If the server sends no text or is unreachable. */
  failure: string;
  success?: string;
}

async function messageOf(response: Response, fallback: string): Promise<string> {
  const body = (await response.json().catch(() => null)) as { message?: unknown } | null;
  return typeof body?.message === "string" ? body.message : fallback;
}

/**
 * Reverts the result with a message on failure. Follows a redirect in the response (to the login, or home after the
 * session has expired).
 * @returns the state to show, whether an action is pending, and the function to act
 */
export function useOptimistic<T>(current: T): [T, boolean, (act: OptimisticAction<T>) => Promise<void>] {
  const loaded = useLoaderData();
  const navigate = useNavigate();
  const { pathname: currentPath } = useLocation();
  const { revalidate } = useRevalidator();
  // Until the page's data is reloaded.
  const [expected, setExpected] = useState<{ value: T; over: unknown } | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const attempt = async ({ value, send, failure, success }: OptimisticAction<T>) => {
    if (isBusy) return;
    setIsBusy(true);
    setExpected({ value, over: loaded });
    const refuse = (message: string) => {
      setExpected(null);
      showToast({ message, type: "error" });
    };
    try {
      const response = await send();
      if (response.redirected) {
        const { pathname, search } = new URL(response.url);
        navigate(pathname + search);
      } else if (response.status === 401) navigate(`/?${new URLSearchParams({ returnTo: currentPath, unsent: "on" })}`);
      else if (!response.ok) refuse(await messageOf(response, failure));
      else {
        if (success) showToast({ message: success, type: "success" });
        revalidate();
      }
    } catch {
      refuse(unsentMessage(failure));
    } finally {
      setIsBusy(false);
    }
  };
  return [expected && expected.over === loaded ? expected.value : current, isBusy, attempt];
}

export function postFields(path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(path, { method: "POST", body: new URLSearchParams(fields) });
}
