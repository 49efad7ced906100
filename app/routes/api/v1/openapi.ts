import { listEndpoints } from "~/http/api/declaration";
import { siteOpenApiDocument } from "~/http/api/openapi.server";
import { apiResource, read } from "~/http/api/resource.server";

const rules = { about: "This description" };

export const { loader, action, calls } = apiResource("/api/v1/openapi.json", rules, {
  "GET /": read({
    name: "getOpenApi",
    audience: "anyone",
    summary: "This description, as OpenAPI",
    response: { contentType: "application/json" },
    cached: true,
    run: async ({ context }) => Response.json(siteOpenApiDocument(listEndpoints(await context.routes()))),
  }),
});
