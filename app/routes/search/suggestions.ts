import { searchSchema } from "~/features/search/schema.server";
import { suggest } from "~/features/search/suggestions.server";
import { consumeLimit } from "~/http/call.server";
import { documentRoute } from "~/http/page/document.server";
import { decode } from "~/lib/decode";

export const { loader, action, cache } = documentRoute({ query: ["q"] }, async ({ request, context }) => {
  await consumeLimit({ request, context }, "search");
  const { q } = decode(searchSchema, { q: new URL(request.url).searchParams.get("q") });
  return { body: JSON.stringify(suggest(q)), contentType: "application/json" };
});
