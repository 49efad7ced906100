import { againSchema } from "~/features/accounts/second-step-schema.server";
import { exportData } from "~/features/data-export/archive.server";
import { apiRoute } from "~/http/api.server";
import type { ApiCall } from "~/http/api-declaration";
import { downloadResponse } from "~/http/download.server";
import { askPasswordAgain } from "~/http/fresh-login.server";

export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "member",
    summary: "Everything that is one's own, as a zip",
    answer: { contentType: "application/zip" },
    limit: "export",
    run: (call) => download(call),
  },
  POST: {
    audience: "member",
    summary: "The same, with the password where the login is older than 15 minutes",
    body: "text",
    input: againSchema,
    answer: { contentType: "application/zip" },
    limit: "export",
    run: (call) => download(call, call.input.password),
  },
});

async function download({ request, context, viewer }: ApiCall<"member", never, never>, password?: string) {
  await askPasswordAgain({ request, context }, password);
  const { filename, zip } = await exportData(viewer);
  return downloadResponse(
    { filename, contentType: "application/zip", body: zip },
    { request, drained: () => context.drained() },
  );
}
