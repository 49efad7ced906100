import { redirect } from "@remix-run/node";
import { pageAction } from "~/http/page/page.server";
import { logOut } from "~/http/session/login.server";

/** Only a POST logs out, so that no link can. */
export const loader = () => redirect("/");

export const action = pageAction({
  audience: "anyone",
  limit: "logout",
  whileSuspended: true,
  run: async (call) => redirect("/", await logOut(call)),
});
