import { createCookieSessionStorage } from "@remix-run/node";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { cookieName, signedCookie } from "../session/session.server";

let utilities: ReturnType<typeof createToastUtilsWithCustomSession> | undefined;
function toasts() {
  // Signed, unlike the library's default, so that messages cannot be forged.
  utilities ??= createToastUtilsWithCustomSession(createCookieSessionStorage({ cookie: signedCookie("toast") }));
  return utilities;
}

type ToastType = "success" | "error" | "info";

/** A toast with script, role=status without. */
export function redirectWithToast(path: string, message: string, type: ToastType = "success", headers?: HeadersInit) {
  return toasts().redirectWithToast(path, { message, type }, { headers });
}

/** Without script: the response replaces the page. */
export const isDocumentRequest = ({ headers }: Pick<Request, "headers">) =>
  headers.get("accept")?.includes("text/html") ?? false;

/**
 * Back to the page of a form, which shows "Saved" beside its button.
 * @param form its intent, or "form"
 */
export function redirectSaved(
  { headers }: Pick<Request, "headers">,
  path: string,
  { form, message, more }: { form: string; message: string; more?: HeadersInit },
) {
  // Script preserves the scroll position.
  const toast = { message, type: "success" as const, description: form };
  return toasts().redirectWithToast(isDocumentRequest({ headers }) ? `${path}#saved-${form}` : path, toast, {
    headers: more,
  });
}

/** With the header that deletes it, sent only then, so that other responses have no cookies. */
export async function popToast(request: Request) {
  if (!request.headers.get("cookie")?.includes(`${cookieName("toast")}=`)) return { toast: null, headers: undefined };
  const { toast, headers } = await toasts().getToast(request);
  if (!toast) return { toast: null, headers: undefined };
  return { toast: { message: toast.message, type: toast.type, savedForm: toast.description ?? null }, headers };
}
