import { createCookieSessionStorage } from "@remix-run/node";
import { createToastUtilsWithCustomSession } from "remix-toast";
import { cookieName, signedCookie } from "../session/session.server";

let utilities: ReturnType<typeof createToastUtilsWithCustomSession> | undefined;
function toasts() {
  // Signed, unlike the library's default cookie, so that nobody can put words into our mouth.
  utilities ??= createToastUtilsWithCustomSession(createCookieSessionStorage({ cookie: signedCookie("toast") }));
  return utilities;
}

type ToastType = "success" | "error" | "info";

/** A redirect after a form, with a message on the page it leads to (a toast with script, role=status without). */
export function redirectWithToast(path: string, message: string, type: ToastType = "success", headers?: HeadersInit) {
  return toasts().redirectWithToast(path, { message, type }, { headers });
}

/**
 * The message a redirect left for this page, if any, and the header that takes it off the pile: sent only when
 * there was one, so that other responses stay free of cookies.
 */
export async function popToast(request: Request) {
  if (!request.headers.get("cookie")?.includes(`${cookieName("toast")}=`)) return { toast: null, headers: undefined };
  const { toast, headers } = await toasts().getToast(request);
  return toast ? { toast: { message: toast.message, type: toast.type }, headers } : { toast: null, headers: undefined };
}
