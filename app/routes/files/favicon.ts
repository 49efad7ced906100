import { redirect } from "@remix-run/node";
import { favicon } from "~/features/site/icons.server";
import { documentRoute } from "~/http/page/document.server";

/** `/favicon.ico`: for programs that do not read a page first. */
export const { loader, action, cache } = documentRoute({ query: [] }, () => {
  throw redirect(favicon());
});
