import { z } from "zod";
import type { Viewer } from "~/features/accounts/policy";
import { runMany } from "~/features/administration/many.server";
import { manyInput } from "~/features/administration/schema.server";
import { addCaseNote, claimCase, decideCase, decideObjection, releaseCase } from "~/features/cases/decisions.server";
import { caseLineShape, caseShape } from "~/features/cases/json.server";
import { CASE_MESSAGES } from "~/features/cases/limits";
import { getCase, listCases } from "~/features/cases/queue.server";
import { caseQuery, decisionInput, noteInput, outcomeInput } from "~/features/cases/schema.server";
import { apiResource, read, write } from "~/http/api/resource.server";
import { dataShape, listResponse, listShape } from "~/http/api/responses.server";
import { requireUnchangedViewer } from "~/http/session/session.server";

const ofCase = { audience: "staff", response: dataShape({ doc: caseShape }) } as const;

const answerWith = (viewer: Viewer, id: number) => ({ body: { data: { doc: getCase(viewer, id) } } });

const hand = (name: string, summary: string, run: (viewer: Viewer, id: number) => void) =>
  write({
    ...ofCase,
    name,
    summary,
    refusals: [409],
    limit: "moderate",
    run: ({ viewer, id }) => {
      run(viewer, id);
      return answerWith(viewer, id);
    },
  });

const say = <I extends z.ZodType>(
  name: string,
  summary: string,
  input: I,
  run: (viewer: Viewer, id: number, input: z.output<I>) => void,
  status = 200,
) =>
  write({
    ...ofCase,
    name,
    summary,
    input,
    refusals: [409],
    status,
    limit: "moderate",
    run: (call) => {
      run(call.viewer, call.id, call.input as z.output<I>);
      return answerWith(call.viewer, call.id);
    },
  });

const rules = {
  about: "Cases: reported content, and the decisions about it",
  notFoundMessage: CASE_MESSAGES.notFound,
};

export const { loader, action, calls } = apiResource("/api/v1/moderation", rules, {
  "POST /many": write({
    name: "moderateMany",
    audience: "staff",
    summary: "Up to 100 accounts (for admins), cases or posts, each by itself: those refused have their reason",
    input: manyInput,
    response: dataShape({
      done: z.int(),
      refused: z.array(z.strictObject({ _id: z.string(), message: z.string() })),
    }),
    limit: "moderate",
    run: async ({ viewer, input, request }) => {
      const { done, refused } = await runMany(viewer, input, () => requireUnchangedViewer(request, viewer));
      return { body: { data: { done, refused: refused.map(({ id, message }) => ({ _id: String(id), message })) } } };
    },
  }),
  "GET /cases": read({
    name: "listCases",
    audience: "staff",
    summary: "Cases, oldest first",
    query: caseQuery,
    perPage: 50,
    response: listShape(caseLineShape),
    limit: "none",
    run: ({ viewer, query, page }) => {
      const list = listCases(viewer, query, page);
      return listResponse({ ...list, rows: list.rows.map(({ title: _, ...line }) => line) });
    },
  }),
  "GET /cases/:caseId": read({
    name: "getCase",
    ...ofCase,
    summary: "A case with everything needed to decide it",
    limit: "none",
    run: ({ viewer, id }) => answerWith(viewer, id),
  }),
  "POST /cases/:caseId/claim": hand("claimCase", "Claim a case", claimCase),
  "POST /cases/:caseId/release": hand("releaseCase", "Unassign a case", releaseCase),
  "POST /cases/:caseId/notes": say(
    "addCaseNote",
    "Add a note that only staff can read",
    noteInput,
    (viewer, id, { text }) => addCaseNote(viewer, id, text),
    201,
  ),
  "POST /cases/:caseId/decision": say(
    "decideCase",
    "Decide a case; the member and the reporters are notified",
    decisionInput,
    decideCase,
  ),
  "POST /cases/:caseId/objection": say("decideObjection", "Decide an objection", outcomeInput, decideObjection),
});
