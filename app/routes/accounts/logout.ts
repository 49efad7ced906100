import { redirect } from "@remix-run/node";
import { pageAction } from "~/http/page/page.server";
import { logOut } from "~/http/session/login.server";

/** Logging out takes a POST, so that no link can trigger it. */
export const loader = () => redirect("/");

export const action = pageAction({
  audience: "anyone",
  limit: "logout",
  whileSuspended: true,
  run: async (call) => redirect("/", await logOut(call)),
});
