import { exportData } from "~/features/departure/export.server";
import { apiRoute } from "~/http/api.server";
import { downloadResponse } from "~/http/download.server";

/** `GET /users/me/export`: a zip of everything that is the person's. */
export const { loader, action } = apiRoute({
  GET: {
    audience: "member",
    body: "none",
    limit: "export",
    run: async (call) => {
      const { filename, zip } = await exportData(await call.requireUser());
      return downloadResponse({ filename, contentType: "application/zip", body: zip }, call);
    },
  },
});
