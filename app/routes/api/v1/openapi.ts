import { listEndpoints } from "~/http/api/declaration";
import { siteOpenApiDocument } from "~/http/api/openapi.server";
import { apiResource, read } from "~/http/api/resource.server";
import { CACHE_PUBLIC } from "~/http/caching";

const rules = { about: "This description" };

export const { loader, action, calls } = apiResource("/api/v1/openapi.json", rules, {
  "GET /": read({
    name: "getOpenApi",
    audience: "anyone",
    summary: "This description, for programs",
    response: { contentType: "application/json" },
    cached: true,
    run: async ({ context }) => {
      const document = siteOpenApiDocument(listEndpoints(await context.routes()));
      return Response.json(document, { headers: CACHE_PUBLIC });
    },
  }),
});
