import { apiRoute } from "~/http/api.server";
import { logOut } from "~/http/login.server";

export const { loader, action, calls } = apiRoute({
  // Without a session there is nothing left to do, which is what was asked for.
  POST: {
    audience: "anyone",
    summary: "End this session",
    body: "none",
    answer: "nothing",
    limit: "logout",
    run: (call) => logOut(call),
  },
});
