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

/** With the header that deletes it, sent only then, so that other responses have no cookies. */
export async function popToast(request: Request) {
  if (!request.headers.get("cookie")?.includes(`${cookieName("toast")}=`)) return { toast: null, headers: undefined };
  const { toast, headers } = await toasts().getToast(request);
  return toast ? { toast: { message: toast.message, type: toast.type }, headers } : { toast: null, headers: undefined };
}
