import { againSchema } from "~/features/accounts/second-step-schema.server";
import { exportData } from "~/features/data-export/archive.server";
import { type ApiCall, apiRoute } from "~/http/api.server";
import { downloadResponse } from "~/http/download.server";
import { askPasswordAgain } from "~/http/fresh-login.server";

/** A zip of everything that is the person's. */
async function download(call: ApiCall, password?: string): Promise<Response> {
  const viewer = await call.requireUser();
  await askPasswordAgain(call, password);
  const { filename, zip } = await exportData(viewer);
  return downloadResponse({ filename, contentType: "application/zip", body: zip }, call);
}

/** `GET /users/me/export`; where the login is older than 15 minutes, `POST` with `{password}`. */
export const { loader, action } = apiRoute({
  GET: { audience: "member", body: "none", limit: "export", run: (call) => download(call) },
  POST: {
    audience: "member",
    body: "text",
    limit: "export",
    run: async (call) => download(call, (await call.input(againSchema)).password),
  },
});
