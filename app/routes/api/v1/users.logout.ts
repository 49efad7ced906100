import { apiRoute } from "~/http/api.server";
import { logOut } from "~/http/login.server";

export const { loader, action } = apiRoute({
  // Without a session there is nothing left to do, which is what was asked for.
  POST: {
    audience: "anyone",
    body: "none",
    limit: "logout",
    run: async (call) => ({ status: 204, ...(await logOut(call)) }),
  },
});
