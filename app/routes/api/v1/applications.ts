import { acceptApplication, refuseApplication } from "~/features/accounts/registration/commands.server";
import { applicationJson, applicationShape } from "~/features/accounts/registration/json.server";
import { REGISTRATION_MESSAGES } from "~/features/accounts/registration/limits";
import { type ApplicationView, listApplications } from "~/features/accounts/registration/queries.server";
import { refusalInput } from "~/features/accounts/registration/schema.server";
import { apiResource, read, write } from "~/http/api/resource.server";
import { dataShape, listResponse, listShape } from "~/http/api/responses.server";

const answer = dataShape({ doc: applicationShape });

const applicationResult = (application: ApplicationView) => ({ body: { data: { doc: applicationJson(application) } } });

const rules = {
  about: "Applications for accounts, decided by moderators",
  notFoundMessage: REGISTRATION_MESSAGES.noApplication,
};

export const { loader, action, calls } = apiResource("/api/v1/moderation/applications", rules, {
  "GET /": read({
    name: "listApplications",
    audience: "staff",
    summary: "Pending applications, oldest first",
    perPage: 50,
    response: listShape(applicationShape),
    limit: "none",
    run: ({ viewer, page }) => {
      const { rows, ...list } = listApplications(viewer, page);
      return listResponse({ ...list, rows: rows.map(applicationJson) });
    },
  }),
  "POST /:applicationId/accept": write({
    name: "acceptApplication",
    refusals: [409],
    audience: "staff",
    summary: "Accept an application; the applicant is emailed",
    response: answer,
    limit: "moderate",
    run: ({ viewer, id }) => applicationResult(acceptApplication(viewer, id)),
  }),
  "POST /:applicationId/refuse": write({
    name: "refuseApplication",
    refusals: [409],
    audience: "staff",
    summary: "Reject an application; the applicant is emailed the reason",
    input: refusalInput,
    response: answer,
    limit: "moderate",
    run: ({ viewer, id, input }) => applicationResult(refuseApplication(viewer, id, input.reason)),
  }),
});
