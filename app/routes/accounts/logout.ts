import { redirect } from "@remix-run/node";
import { pageAction } from "~/http/page.server";
import { closeSession } from "~/http/session.server";

/** Logging out takes a POST; a link cannot do it. */
export const loader = () => redirect("/");

export const action = pageAction({
  audience: "anyone",
  body: "text",
  limit: "logout",
  run: async ({ request }) => redirect("/", await closeSession(request)),
});
