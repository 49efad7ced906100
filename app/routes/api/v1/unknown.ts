import { apiResource } from "~/http/api/resource.server";

/** No endpoint is declared: unknown paths get an API error. */
export const { loader, action } = apiResource("/api/v1", { about: "Nothing" }, {});
