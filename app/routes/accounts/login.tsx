import { type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LoginForm } from "~/features/accounts/components/login-form";
import { ACCOUNT_MESSAGES } from "~/features/accounts/limits";
import { BesideGarage } from "~/features/garages/components/beside-garage";
import { findPicturedGarage } from "~/features/garages/queries.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { asFormError, completeLogin, verifyLoginForm } from "~/http/session/login.server";
import { CODE_PATH, storePendingLogin } from "~/http/session/second-step.server";
import { getViewer, safeReturnTo } from "~/http/session/session.server";
import type { FormFailure } from "~/lib/forms";
import { pageTitle, siteNameOf } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { Notice } from "~/ui/layout/notice";
import { Page, PageHeader } from "~/ui/layout/page";

/** A code, so that links cannot inject texts. */
const REASONS = new Map([["like", "You must be logged in to like a vehicle."]]);

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, "Log in"),
  { name: "description", content: `Log in to ${siteNameOf(matches)}.` },
];

export const loader = pageLoader(async ({ request, context }) => {
  const { searchParams } = new URL(request.url);
  const returnTo = safeReturnTo(searchParams.get("returnTo"));
  if (await getViewer({ request, context })) throw redirect(returnTo);
  return { returnTo, reason: REASONS.get(searchParams.get("reason") ?? "") ?? null, garage: findPicturedGarage() };
});

export const action = pageAction({
  audience: "anyone",
  limit: "inside run",
  whileSuspended: true,
  failed: ACCOUNT_MESSAGES.loginFailed,
  run: async (call) => {
    const { values } = await readForm(call.request);
    const userId = await verifyLoginForm(call).catch(asFormError);
    const pendingLogin = await storePendingLogin(userId, safeReturnTo(values.returnTo));
    if (pendingLogin) return redirect(CODE_PATH, { headers: pendingLogin });
    const { headers } = await completeLogin(call, userId);
    return redirectWithToast(safeReturnTo(values.returnTo), ACCOUNT_MESSAGES.loggedIn, "success", headers);
  },
});

export const clientAction = formClientAction(ACCOUNT_MESSAGES.loginFailed);

export default function LoginPage() {
  const { returnTo, reason, garage } = useLoaderData<typeof loader>();
  const failure = useActionData<FormFailure>();
  return (
    <Page>
      <BesideGarage garage={garage}>
        <PageHeader title="Log in" />
        {reason && !failure ? (
          <div className="mb-6">
            <Notice>{reason}</Notice>
          </div>
        ) : null}
        <LoginForm returnTo={returnTo} />
      </BesideGarage>
    </Page>
  );
}
