import { redirect } from "@remix-run/node";
import { exportData } from "~/features/data-export/archive.server";
import { consumeLimit } from "~/http/call.server";
import { downloadLoader, zipResponse } from "~/http/page/download.server";
import { isReauthenticatedRequest } from "~/http/session/login.server";
import { requireUser } from "~/http/session/session.server";

/** `/settings/export`: a zip. */
export const loader = downloadLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  // The password form.
  if (!(await isReauthenticatedRequest(request))) throw redirect("/settings/data");
  await consumeLimit({ request, context }, "export");
  return zipResponse(await exportData(viewer), { request, context });
});

export function action(): Response {
  return new Response("Method Not Allowed", { status: 405, headers: { Allow: "GET, HEAD" } });
}
