import {
  type ClientActionFunctionArgs,
  isRouteErrorResponse,
  type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";
import type { FormFailure } from "~/lib/forms";
import { unsentForm } from "../document/offline";
import { formValues } from "./form-values";

/**
 * The `clientAction` of a screen with forms. Where the server cannot be reached, or does not answer as it should, the form
 * stays as it was filled in and says so, instead of giving way to the error screen.
 * @param fallback the catalogue's text, the same that the action has for faults of ours; by the form's intent where the
 *   screen has several
 */
export function formClientAction(fallback: string | ((intent: string | undefined) => string)) {
  return async ({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    const copy = request.clone();
    try {
      return await serverAction();
    } catch (error) {
      // A redirect, or a refusal with a page of its own.
      if (error instanceof Response || isRouteErrorResponse(error)) throw error;
      const values = formValues(await copy.formData());
      const message = unsentForm(typeof fallback === "string" ? fallback : fallback(values.intent));
      // A refusal's status: nothing has changed, so nothing is loaded anew (which would fail as well).
      return Response.json({ message, errors: {}, values } satisfies FormFailure, { status: 503 });
    }
  };
}

/**
 * The `shouldRevalidate` of a screen where somebody else may be quicker: refused for that (409), it is loaded anew, and
 * shows what they did, as it does without script.
 */
export const reloadAfterConflict = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;
