import { apiResource } from "~/http/api/resource.server";

/** Unknown paths under /api/v1 get an API error: no endpoint is declared. */
export const { loader, action } = apiResource("/api/v1", { about: "Nothing" }, {});
