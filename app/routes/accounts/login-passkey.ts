import { redirect } from "@remix-run/node";
import { ACCOUNT_MESSAGES, PASSKEY_MESSAGES } from "~/features/accounts/limits";
import { toggleAction } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { completeLogin } from "~/http/session/login.server";
import { clearChallenges, startPasskeyLogin, verifyPasskeyLogin } from "~/http/session/passkeys.server";
import { safeReturnTo } from "~/http/session/session.server";

export const loader = () => redirect("/login");

/** Without `response`: options for the browser. With it: a session, and where to go. */
export const action = toggleAction({
  audience: "anyone",
  limit: "passkey",
  whileSuspended: true,
  failed: PASSKEY_MESSAGES.failed,
  run: async (call) => {
    const { response } = (await readForm(call.request)).values;
    if (response === undefined) {
      const { options, headers } = await startPasskeyLogin(call);
      return Response.json(options, { headers });
    }
    const { headers: session } = await completeLogin(call, await verifyPasskeyLogin(call, response));
    session.append("Set-Cookie", await clearChallenges());
    const to = safeReturnTo(new URL(call.request.url).searchParams.get("to"));
    // Script goes there itself: a redirect would spend the message on its request.
    const { headers } = await redirectWithToast(to, ACCOUNT_MESSAGES.loggedIn, "success", session);
    headers.delete("Location");
    return Response.json({ to }, { headers });
  },
});
