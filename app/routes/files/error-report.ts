import { apiResource, write } from "~/http/api/resource.server";
import { browserFaultInput, browserFaultShape, logBrowserFault } from "~/http/fault.server";

const rules = { about: "Faults in the browser" };

/** Returns the log's id for the error screen. */
export const { loader, action, calls } = apiResource("/errors", rules, {
  "POST /": write({
    name: "reportFault",
    audience: "anyone",
    summary: "Report a fault in the browser",
    input: browserFaultInput,
    response: browserFaultShape,
    limit: "errorReport",
    whileSuspended: true,
    run: ({ input }) => ({ body: { errorId: logBrowserFault(input) } }),
  }),
});
