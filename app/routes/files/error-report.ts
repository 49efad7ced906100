import { z } from "zod";
import { apiRoute } from "~/http/api.server";
import { logBrowserFault } from "~/http/browser-fault.server";
import { textField } from "~/lib/fields";

const report = z.object({
  message: textField({ label: "Message", max: 2000 }),
  stack: textField({ label: "Stack", max: 20_000 }),
  path: textField({ label: "Path", max: 2000 }),
});

/** The pit crew's telephone: a fault in the browser is logged, and its id goes back to the page that shows it. */
export const { loader, action, calls } = apiRoute({
  POST: {
    audience: "anyone",
    summary: "Report a fault in the browser",
    body: "text",
    input: report,
    answer: z.strictObject({ errorId: z.string() }),
    limit: "errorReport",
    run: ({ input }) => ({ body: { errorId: logBrowserFault(input) } }),
  },
});
