import { exportData } from "~/features/departure/export.server";
import { apiRoute } from "~/http/api.server";
import { downloadResponse } from "~/http/download.server";
import { clientKey, countTry } from "~/http/rate-limit.server";

/** `GET /users/me/export`: a zip of everything that is the person's. */
export const { loader, action } = apiRoute({
  GET: async (call) => {
    const viewer = await call.requireUser();
    await countTry("export", clientKey(call.clientAddress), `user:${viewer.id}`);
    const { filename, zip } = await exportData(viewer);
    return downloadResponse({ filename, contentType: "application/zip", body: zip }, call);
  },
});
