import { type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LoginForm } from "~/features/accounts/components/login-form";
import { MESSAGES } from "~/features/accounts/limits";
import { authenticateForm } from "~/http/authenticator.server";
import { letIn } from "~/http/login.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { formHeaders } from "~/http/page-headers";
import { CODE_PAGE, waitForCode } from "~/http/second-step.server";
import { getViewer, safeReturnTo } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { DomainError } from "~/lib/errors";
import type { FormFailure } from "~/lib/forms";
import { keepTyped } from "~/ui/keep-typed";
import { Notice } from "~/ui/notice";
import { Page, PageHeader } from "~/ui/page";

/** The reason for the redirect to this page, as a code in the address, so that links cannot inject texts. */
const REASONS = new Map([["like", "You must be logged in to like a vehicle."]]);

export const meta: MetaFunction = () => [
  { title: "Log in · Paddock" },
  { name: "description", content: "Log in to Paddock." },
];

export const headers = formHeaders;

export const loader = pageLoader(async ({ request }) => {
  const { searchParams } = new URL(request.url);
  const returnTo = safeReturnTo(searchParams.get("returnTo"));
  if (await getViewer(request)) throw redirect(returnTo);
  return { returnTo, reason: REASONS.get(searchParams.get("reason") ?? "") ?? null };
});

export const action = pageAction({
  audience: "anyone",
  body: "text",
  limit: "counted inside",
  failed: MESSAGES.loginFailed,
  run: async (call) => {
    const { values } = await readForm(call.request);
    const userId = await authenticateForm(call).catch(asFormError);
    const waiting = await waitForCode(userId, safeReturnTo(values.returnTo));
    if (waiting) return redirect(CODE_PAGE, { headers: waiting });
    const { headers } = await letIn(call, userId);
    return redirectWithToast(safeReturnTo(values.returnTo), MESSAGES.loggedIn, "success", headers);
  },
});

export const clientAction = keepTyped(MESSAGES.loginFailed);

/** A wrong password (401) is a form error and must not redirect. */
function asFormError(error: unknown): never {
  if (error instanceof DomainError && error.code === "unauthenticated") throw new DomainError("invalid", error.message);
  throw error;
}

export default function LoginPage() {
  const { returnTo, reason } = useLoaderData<typeof loader>();
  const failure = useActionData<FormFailure>();
  return (
    <Page narrow>
      <PageHeader title="Log in" />
      {reason && !failure ? (
        <div className="mb-6">
          <Notice>{reason}</Notice>
        </div>
      ) : null}
      <LoginForm returnTo={returnTo} />
    </Page>
  );
}
