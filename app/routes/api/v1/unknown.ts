import { apiResource } from "~/http/api/resource.server";

/** Whatever is asked of an unknown path under /api/v1 is answered in the contract's failure shape: no call is declared. */
export const { loader, action } = apiResource("/api/v1", { about: "Nothing" }, {});
