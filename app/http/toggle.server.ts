import type { ActionFunctionArgs } from "@remix-run/node";
import type { FormFailure } from "~/lib/forms";
import { type PageWrite, pageAction, readForm } from "./page.server";
import { safeReturnTo } from "./session.server";
import { redirectWithToast } from "./toast.server";

/**
 * The end of a one-button form, such as Like. A form that names where it stands (`returnTo`) goes back there, with a
 * message where it failed; script that leaves that out stays where it is and gets the new state, or
 * `{"message"}` with the refusal's status.
 * @param write whose `run` does it, and returns the new state
 */
export function toggleAction(write: PageWrite<object>) {
  const run = pageAction(write);
  return async (args: ActionFunctionArgs): Promise<Response> => {
    const outcome = await run(args).catch((refusal: unknown) => refusal);
    if (outcome instanceof Response) return outcome;
    const back = await returnPath(args.request);
    const failure = failureOf(outcome);
    if (failure) {
      if (back !== undefined) return redirectWithToast(back, failure.message, "error");
      return Response.json({ message: failure.message }, failure.init);
    }
    return back === undefined ? Response.json(outcome) : redirectTo(back);
  };
}

async function returnPath(request: Request): Promise<string | undefined> {
  const form = await readForm(request).catch(() => undefined);
  return form?.values.returnTo === undefined ? undefined : safeReturnTo(form.values.returnTo);
}

/** What `pageAction` made of a refusal or a fault, if it was one. */
function failureOf(outcome: unknown) {
  if (typeof outcome !== "object" || outcome === null || !("data" in outcome && "init" in outcome)) return undefined;
  const { data, init } = outcome as { data: Pick<FormFailure, "message">; init: ResponseInit | null };
  return { message: data.message, init: init ?? {} };
}

function redirectTo(path: string): Response {
  return new Response(null, { status: 302, headers: { Location: path } });
}
