import { suggestTowns } from "~/features/places/queries.server";
import { townSearch } from "~/features/places/schema.server";
import { consumeLimit } from "~/http/call.server";
import { documentRoute } from "~/http/page/document.server";
import { decode } from "~/lib/decode";

export const { loader, action, cache } = documentRoute({ query: ["q"] }, async ({ request, context }) => {
  await consumeLimit({ request, context }, "map");
  const { q } = decode(townSearch, { q: new URL(request.url).searchParams.get("q") });
  return { body: JSON.stringify(suggestTowns(q)), contentType: "application/json" };
});
