import { apiRoute } from "~/http/api.server";

export const { loader, action } = apiRoute({});
