import { apiRoute } from "~/http/api.server";
import { sessionCookieName } from "~/http/session.server";
import { openApiDocument } from "./document.server";

let document: Record<string, unknown> | undefined;

/** `GET /openapi.json`: the contract for programs, without the envelope. */
export const { loader, action } = apiRoute({
  GET: () => {
    document ??= openApiDocument(sessionCookieName());
    return Response.json(document, { headers: { "Cache-Control": "public, max-age=300" } });
  },
});
