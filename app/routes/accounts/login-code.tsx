import { type ActionFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { CodeField } from "~/features/accounts/components/password-fields";
import { ACCOUNT_MESSAGES, SECOND_STEP_MESSAGES } from "~/features/accounts/limits";
import { codeSchema } from "~/features/accounts/schema.server";
import { CACHE_PRIVATE } from "~/http/caching";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { asFormError, completeLogin } from "~/http/session/login.server";
import { clearPendingLogin, readPendingLogin, verifySecondStep } from "~/http/session/second-step.server";
import { getViewer } from "~/http/session/session.server";
import { pageTitle } from "~/ui/document/page-title";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { PageForm } from "~/ui/forms/form";
import { Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, "Enter your code"),
  { name: "robots", content: "noindex" },
];

export const headers = () => CACHE_PRIVATE;

export const loader = pageLoader(async ({ request, context }) => {
  const pendingLogin = await readPendingLogin(request);
  if (pendingLogin) return null;
  throw redirect((await getViewer({ request, context })) ? "/" : "/login");
});

export const action = pageAction({
  audience: "anyone",
  limit: "inside run",
  whileSuspended: true,
  failed: ACCOUNT_MESSAGES.loginFailed,
  run: async (args: ActionFunctionArgs) => {
    const { request } = args;
    const pendingLogin = await readPendingLogin(request);
    if (!pendingLogin) return redirectWithToast("/login", SECOND_STEP_MESSAGES.loginOver, "info");
    const { code } = await readInput(request, codeSchema);
    await verifySecondStep(args, pendingLogin.userId, code).catch(asFormError);
    const headers = new Headers((await completeLogin(args, pendingLogin.userId)).headers);
    headers.append("Set-Cookie", await clearPendingLogin());
    return redirectWithToast(pendingLogin.returnTo, ACCOUNT_MESSAGES.loggedIn, "success", headers);
  },
});

export const clientAction = formClientAction(ACCOUNT_MESSAGES.loginFailed);

export default function LoginCodePage() {
  return (
    <Page narrow>
      <PageHeader title="Enter your code" lead="One more step." />
      <PageForm>
        <CodeField canBeRecoveryCode />
        <SubmitButton busy="Logging in…">Log in</SubmitButton>
      </PageForm>
      <p className="mt-8 border-t border-line pt-6 text-grey">
        Don’t have your phone or recovery codes?{" "}
        <Link to="/toolbox" className="link">
          Write to the Tool Box
        </Link>
        , or{" "}
        <Link to="/login" className="link">
          log in to another account
        </Link>
        .
      </p>
    </Page>
  );
}
