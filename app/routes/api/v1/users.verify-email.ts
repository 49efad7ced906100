import { ownUserJson } from "~/features/accounts/json.server";
import { MESSAGES } from "~/features/accounts/schema";
import { isVerificationAlive, verifyEmail } from "~/features/accounts/verification.server";
import { apiRoute } from "~/http/api.server";
import { openSession } from "~/http/session.server";
import { DomainError } from "~/lib/errors";

export const { loader, action } = apiRoute({
  GET: {
    // Written by a GET, because mail links are.
    audience: "anyone",
    body: "none",
    limit: "mailLink",
    run: async ({ request, params }) => {
      const link = params.token;
      if (link === undefined) throw new DomainError("invalid", MESSAGES.noVerificationToken);
      if (request.method === "HEAD") return look(link);
      const userId = verifyEmail(link);
      const { token, headers } = await openSession(request, userId);
      return { body: { token, data: { user: ownUserJson(userId) } }, headers };
    },
  },
});

/** HEAD is how programs look at a link without meaning it: it must not use the link up. */
function look(link: string) {
  if (!isVerificationAlive(link)) throw new DomainError("invalid", MESSAGES.verificationFailed);
  return {};
}
