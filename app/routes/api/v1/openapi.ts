import { apiRoute } from "~/http/api.server";
import { apiCalls } from "~/http/api-calls.server";
import { FOR_ALL } from "~/http/caching";
import { openApiDocument } from "~/http/openapi.server";
import { sessionCookieName } from "~/http/session.server";

let document: Record<string, unknown> | undefined;

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "anyone",
    summary: "This description, for programs",
    answer: { contentType: "application/json" },
    limit: "none",
    cached: true,
    run: async ({ context }) => {
      document ??= openApiDocument(apiCalls(await context.routes()), sessionCookieName());
      return Response.json(document, { headers: FOR_ALL });
    },
  },
});
