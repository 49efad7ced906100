import { reportShape } from "~/features/cases/json.server";
import { CASE_MESSAGES } from "~/features/cases/limits";
import { getReport, submitReport } from "~/features/cases/reports.server";
import { reportInput, visitorReportInput } from "~/features/cases/schema.server";
import { apiResource, read, write } from "~/http/api/resource.server";
import { dataShape } from "~/http/api/responses.server";
import { consumeMailLimit } from "~/http/limits/login.server";

const rules = { about: "Reports of content, and their outcomes", notFoundMessage: CASE_MESSAGES.noReport };

export const { loader, action, calls } = apiResource("/api/v1/reports", rules, {
  "POST /": write({
    name: "submitReport",
    refusals: [404],
    audience: "anyone",
    summary: "Report another member’s content",
    input: reportInput,
    visitorInput: visitorReportInput,
    response: dataShape({ doc: reportShape }),
    status: 201,
    limit: "report",
    run: async ({ input, findViewer }) => {
      const viewer = await findViewer();
      const isMailed = viewer !== null || (await consumeMailLimit("report", input.email));
      return { body: { data: { doc: submitReport(viewer, input, { mailed: isMailed }) } } };
    },
  }),
  "GET /:token": read({
    name: "getReport",
    refusals: [404],
    audience: "anyone",
    summary: "The outcome of a report",
    response: dataShape({ doc: reportShape }),
    cached: false,
    limit: "none",
    run: ({ params: { token = "" } }) => ({ body: { data: { doc: getReport(token) } } }),
  }),
});
