import { redirect } from "@remix-run/node";
import { logOut } from "~/http/login.server";
import { pageAction } from "~/http/page.server";

/** Logging out takes a POST, so that no link can trigger it. */
export const loader = () => redirect("/");

export const action = pageAction({
  audience: "anyone",
  body: "text",
  limit: "logout",
  run: async (call) => redirect("/", await logOut(call)),
});
