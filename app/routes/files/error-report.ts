import { apiRoute } from "~/http/api.server";
import { browserFaultAnswer, browserFaultInput, logBrowserFault } from "~/http/browser-fault.server";

/** Logs an error of the browser and returns its id, which the error screen shows. */
export const { loader, action, calls } = apiRoute({
  POST: {
    audience: "anyone",
    summary: "Report a fault in the browser",
    body: "text",
    input: browserFaultInput,
    answer: browserFaultAnswer,
    limit: "errorReport",
    run: ({ input }) => ({ body: { errorId: logBrowserFault(input) } }),
  },
});
