import { getLogoIcon } from "~/features/site/icons.server";
import { documentRoute } from "~/http/page/document.server";

/** `/icons/:file`: the site's logo as an icon. */
export const { loader, action, cache } = documentRoute({ query: [] }, async ({ params }) => ({
  body: await getLogoIcon(`/icons/${params.file}`),
  contentType: "image/png",
}));
