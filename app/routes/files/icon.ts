import { redirect } from "@remix-run/node";
import { findIconInstead, getLogoIcon } from "~/features/site/icons.server";
import { documentRoute } from "~/http/page/document.server";

/** `/icons/:file` */
export const { loader, action, cache } = documentRoute({ query: [] }, async ({ params }) => {
  const address = `/icons/${params.file}`;
  const replacement = findIconInstead(address);
  if (replacement !== undefined) throw redirect(replacement);
  return { body: await getLogoIcon(address), contentType: "image/png" };
});
