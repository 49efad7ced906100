import { apiRoute } from "~/http/api.server";
import { browserFaultAnswer, browserFaultInput, logBrowserFault } from "~/http/browser-fault.server";

/** The pit crew's telephone: a fault in the browser is logged, and its id goes back to the page that shows it. */
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
