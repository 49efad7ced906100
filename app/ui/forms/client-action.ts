import {
  type ClientActionFunctionArgs,
  isRouteErrorResponse,
  type ShouldRevalidateFunctionArgs,
} from "@remix-run/react";
import type { FormFailure } from "~/lib/forms";
import { unsentForm } from "../document/offline";
import { formValues } from "./form-values";

/**
 * A page's `clientAction`. If the server is unreachable or its response invalid, the form stays filled in with a
 * message, instead of the error screen.
 * @param fallback the catalogue's text for faults; by intent if the page has several forms
 */
export function formClientAction(fallback: string | ((intent: string | undefined) => string)) {
  return async ({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    const copy = request.clone();
    try {
      return await serverAction();
    } catch (error) {
      // A redirect, or an error with its own page.
      if (error instanceof Response || isRouteErrorResponse(error)) throw error;
      const values = formValues(await copy.formData());
      const message = unsentForm(typeof fallback === "string" ? fallback : fallback(values.intent));
      // An error status: nothing has changed, so Remix reloads nothing (which would fail too).
      return Response.json({ message, errors: {}, values } satisfies FormFailure, { status: 503 });
    }
  };
}

/** For pages with concurrent edits: after a conflict (409) `shouldRevalidate` reloads the other user's changes. */
export const reloadAfterConflict = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;
