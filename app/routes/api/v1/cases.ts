import { objectToCase } from "~/features/cases/decisions.server";
import { ownCaseShape } from "~/features/cases/json.server";
import { CASE_MESSAGES } from "~/features/cases/limits";
import { getOwnCase } from "~/features/cases/own-cases.server";
import { objectionInput } from "~/features/cases/schema.server";
import { apiResource, read, write } from "~/http/api/resource.server";
import { dataShape } from "~/http/api/responses.server";

const answer = dataShape({ doc: ownCaseShape });

const rules = {
  about: "Decisions about your own content, and objections to them",
  notFoundMessage: CASE_MESSAGES.notFound,
};

export const { loader, action, calls } = apiResource("/api/v1/cases", rules, {
  "GET /:caseId": read({
    name: "getMyCase",
    audience: "member",
    summary: "A decision about your content",
    response: answer,
    limit: "none",
    run: ({ viewer, id }) => ({ body: { data: { doc: getOwnCase(viewer, id) } } }),
  }),
  "POST /:caseId/objection": write({
    name: "objectToCase",
    refusals: [409],
    audience: "member",
    summary: "Object to a decision, once",
    input: objectionInput,
    response: answer,
    status: 201,
    limit: "edit",
    whileSuspended: true,
    run: ({ viewer, id, input }) => {
      objectToCase(viewer, id, input.text);
      return { status: 201, body: { data: { doc: getOwnCase(viewer, id) } } };
    },
  }),
});
