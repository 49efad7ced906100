import { useLoaderData, useNavigate, useRevalidator } from "@remix-run/react";
import { useState } from "react";
import { showToast } from "./toasts";

interface Act<T> {
  /** What the page shows at once. */
  value: T;
  /** Asks the server. */
  send: () => Promise<Response>;
  /** The catalogue's text where the server gives none, or cannot be reached. */
  failure: string;
  success?: string;
}

async function messageOf(response: Response, fallback: string): Promise<string> {
  const body = (await response.json().catch(() => null)) as { message?: unknown } | null;
  return typeof body?.message === "string" ? body.message : fallback;
}

/**
 * Shows the outcome of an act before the server has answered, and takes it back with a message where it fails. A
 * redirect in the answer (to the login, or home where the session has died) is followed.
 * @param current the state that was loaded
 * @returns the state to show, whether an act is under way, and the function that acts
 */
export function useOptimistic<T>(current: T): [T, boolean, (act: Act<T>) => Promise<void>] {
  const loaded = useLoaderData();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  // Holds until the page's data has been loaded anew: then that is the truth.
  const [expected, setExpected] = useState<{ value: T; over: unknown } | null>(null);
  const [busy, setBusy] = useState(false);

  const attempt = async ({ value, send, failure, success }: Act<T>) => {
    if (busy) return;
    setBusy(true);
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
      } else if (response.status === 401) navigate("/");
      else if (!response.ok) refuse(await messageOf(response, failure));
      else {
        if (success) showToast({ message: success, type: "success" });
        revalidate();
      }
    } catch {
      refuse(failure);
    } finally {
      setBusy(false);
    }
  };
  return [expected && expected.over === loaded ? expected.value : current, busy, attempt];
}

/** Posts form fields without leaving the page. */
export function postFields(path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(path, { method: "POST", body: new URLSearchParams(fields) });
}
