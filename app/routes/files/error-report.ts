import { apiRoute } from "~/http/api.server";
import { browserFaultInput, logBrowserFault } from "~/http/browser-fault.server";

/** The pit crew's telephone: a fault in the browser is logged, and its id goes back to the page that shows it. */
export const { loader, action } = apiRoute({
  POST: {
    audience: "anyone",
    body: "text",
    limit: "errorReport",
    run: async ({ input }) => ({ body: { errorId: logBrowserFault(await input(browserFaultInput)) } }),
  },
});
