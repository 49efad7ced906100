import { getLogoIcon } from "~/features/site/icons.server";
import { documentRoute } from "~/http/page/document.server";

/** `/icons/:file` */
export const { loader, action, cache } = documentRoute({ query: [] }, async ({ params }) => ({
  body: await getLogoIcon(`/icons/${params.file}`),
  contentType: "image/png",
}));
