import { redirect } from "@remix-run/node";
import { favicon } from "~/features/site/icons.server";
import { CACHE_PUBLIC } from "~/http/caching";

/** `/favicon.ico`: the site's icon, for programs that ask for it without having read a page. */
export const loader = () => redirect(favicon(), { headers: CACHE_PUBLIC });

export function action(): Response {
  return new Response("Method Not Allowed", { status: 405, headers: { Allow: "GET, HEAD" } });
}
