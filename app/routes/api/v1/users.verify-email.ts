import { ownUserJson } from "~/features/accounts/json.server";
import { userShape } from "~/features/accounts/json-shapes.server";
import { MESSAGES } from "~/features/accounts/limits";
import { lookAtLink, verifyEmail } from "~/features/accounts/verification.server";
import { apiRoute } from "~/http/api.server";
import { dataOf, token } from "~/http/api-answers.server";
import { FOR_ONE } from "~/http/caching";
import { logSecurityOf } from "~/http/call.server";
import { openSession, openSessionBeside } from "~/http/session.server";
import { DomainError } from "~/lib/errors";

export const { loader, action, calls } = apiRoute({
  // Written by a GET, because mail links are.
  GET: {
    audience: "anyone",
    summary: "Open the account that was signed up for, once: token, and a cookie for programs and our own pages",
    answer: dataOf({ user: userShape }, { token }),
    limit: "mailLink",
    cached: false,
    run: async (call) => {
      const { request, params } = call;
      const link = params.token;
      if (link === undefined) throw new DomainError("invalid", MESSAGES.noVerificationToken);
      if (request.method === "HEAD") return look(link);
      const userId = verifyEmail(link);
      logSecurityOf(call, "login", userId);
      const user = ownUserJson(userId);
      if (!mayTouchCookies(request.headers)) {
        return { body: { token: openSessionBeside(request, userId), data: { user } } };
      }
      const { token, headers } = await openSession(request, userId);
      return { body: { token, data: { user } }, headers };
    },
  },
});

/** HEAD is how programs look at a link without meaning it: it must not use the link up. */
function look(link: string) {
  if (lookAtLink(link) === "dead") throw new DomainError("invalid", MESSAGES.verificationFailed);
  return Response.json({ status: "success" }, { headers: FOR_ONE });
}

/**
 * No other site may change whose session a browser has by having it fetch an address: only our own pages, and clients
 * that are no browser.
 */
function mayTouchCookies(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return !headers.has("origin") && !(headers.get("accept") ?? "").includes("text/html");
}
