import { listEndpoints } from "~/http/api/declaration";
import { openApiDocument } from "~/http/api/openapi.server";
import { apiResource, read } from "~/http/api/resource.server";
import { CACHE_PUBLIC } from "~/http/caching";
import { sessionCookieName } from "~/http/session/session.server";

const rules = { about: "This description" };

export const { loader, action, calls } = apiResource("/api/v1/openapi.json", rules, {
  "GET /": read({
    name: "getOpenApi",
    audience: "anyone",
    summary: "This description, for programs",
    response: { contentType: "application/json" },
    cached: true,
    run: async ({ context }) => {
      const document = openApiDocument(listEndpoints(await context.routes()), sessionCookieName());
      return Response.json(document, { headers: CACHE_PUBLIC });
    },
  }),
});
