import { apiRoute } from "~/http/api.server";
import { closeSession } from "~/http/session.server";

export const { loader, action } = apiRoute({
  // Without a session there is nothing left to do, which is what was asked for.
  POST: {
    audience: "anyone",
    body: "none",
    limit: "logout",
    run: async ({ request }) => ({ status: 204, ...(await closeSession(request)) }),
  },
});
