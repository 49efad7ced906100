import { secondStepOnShape, secondStepSetupShape, secondStepShape } from "~/features/accounts/json-shapes.server";
import { confirmSecondStep, startSecondStep, turnOffSecondStep } from "~/features/accounts/second-step.server";
import { getSecondStep } from "~/features/accounts/second-step-queries.server";
import { againSchema, confirmSecondStepSchema } from "~/features/accounts/second-step-schema.server";
import { apiRoute } from "~/http/api.server";
import { dataOf } from "~/http/api-answers.server";
import { logSecurityOf } from "~/http/call.server";
import { askPasswordAgain } from "~/http/fresh-login.server";
import { sessionToken } from "~/http/session.server";
import { toIso } from "~/lib/time";

/** How the second step stands, as every method but the first of turning it on tells it. */
function stateOf(userId: number) {
  const { since, ...state } = getSecondStep(userId);
  return { ...state, since: since === null ? null : toIso(since) };
}

const tokenOf = async (request: Request) => (await sessionToken(request)) ?? "";

/** `{password}` along with any change where the login is older than 15 minutes. */
export const { loader, action, calls } = apiRoute({
  GET: {
    audience: "member",
    summary: "How the second step of one's logins stands",
    answer: dataOf({ doc: secondStepShape }),
    limit: "none",
    run: ({ viewer }) => ({ body: { data: { doc: stateOf(viewer.id) } } }),
  },
  POST: {
    audience: "member",
    summary: "Begin to turn it on: a secret for the authenticator",
    body: "text",
    input: againSchema,
    answer: dataOf({ doc: secondStepSetupShape }),
    status: 201,
    limit: "edit",
    run: async (call) => {
      await askPasswordAgain(call, call.input.password);
      return { body: { data: { doc: startSecondStep(call.viewer) } } };
    },
  },
  PATCH: {
    audience: "member",
    summary: "Turn it on with a first code: the recovery codes, once",
    body: "text",
    input: confirmSecondStepSchema,
    answer: dataOf({ doc: secondStepOnShape }),
    limit: "edit",
    run: async (call) => {
      const { viewer, input } = call;
      await askPasswordAgain(call, input.password);
      const recoveryCodes = confirmSecondStep(viewer, input.code, await tokenOf(call.request));
      logSecurityOf(call, "second_step_on", viewer.id);
      return { body: { data: { doc: { ...stateOf(viewer.id), recoveryCodes } } } };
    },
  },
  DELETE: {
    audience: "member",
    summary: "Turn it off",
    body: "text",
    input: againSchema,
    answer: "nothing",
    limit: "edit",
    run: async (call) => {
      const { viewer, input } = call;
      await askPasswordAgain(call, input.password);
      if (turnOffSecondStep(viewer, await tokenOf(call.request))) logSecurityOf(call, "second_step_off", viewer.id);
      return {};
    },
  },
});
