import { redirect } from "@remix-run/node";
import { favicon } from "~/features/site/icons.server";
import { documentRoute } from "~/http/page/document.server";

/** `/favicon.ico`: the site's icon, for programs that ask for it without having read a page. */
export const { loader, action, cache } = documentRoute({ query: [] }, () => {
  throw redirect(favicon());
});
