import { confirmSecondStep, startSecondStep, turnOffSecondStep } from "~/features/accounts/second-step.server";
import { getSecondStep } from "~/features/accounts/second-step-queries.server";
import { againSchema, confirmSecondStepSchema } from "~/features/accounts/second-step-schema.server";
import { type ApiCall, apiRoute } from "~/http/api.server";
import { logSecurityOf } from "~/http/call.server";
import { askPasswordAgain } from "~/http/fresh-login.server";
import { sessionToken } from "~/http/session.server";
import { toIso } from "~/lib/time";

/** How the second step stands, as every method but the first of turning it on tells it. */
function stateOf(userId: number) {
  const { since, ...state } = getSecondStep(userId);
  return { ...state, since: since === null ? null : toIso(since) };
}

const tokenOf = async ({ request }: ApiCall) => (await sessionToken(request)) ?? "";

/** `{password}` along with any change where the login is older than 15 minutes. */
export const { loader, action } = apiRoute({
  GET: async ({ requireUser }) => {
    const viewer = await requireUser();
    return { body: { data: { doc: stateOf(viewer.id) } } };
  },
  POST: {
    audience: "member",
    body: "text",
    limit: "edit",
    run: async (call) => {
      const viewer = await call.requireUser();
      await askPasswordAgain(call, (await call.input(againSchema)).password);
      return { status: 201, body: { data: { doc: startSecondStep(viewer) } } };
    },
  },
  PATCH: {
    audience: "member",
    body: "text",
    limit: "edit",
    run: async (call) => {
      const viewer = await call.requireUser();
      const { code, password } = await call.input(confirmSecondStepSchema);
      await askPasswordAgain(call, password);
      const recoveryCodes = confirmSecondStep(viewer, code, await tokenOf(call));
      logSecurityOf(call, "second_step_on", viewer.id);
      return { body: { data: { doc: { ...stateOf(viewer.id), recoveryCodes } } } };
    },
  },
  DELETE: {
    audience: "member",
    body: "text",
    limit: "edit",
    run: async (call) => {
      const viewer = await call.requireUser();
      await askPasswordAgain(call, (await call.input(againSchema)).password);
      if (turnOffSecondStep(viewer, await tokenOf(call))) logSecurityOf(call, "second_step_off", viewer.id);
      return { status: 204 };
    },
  },
});
