import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { PasswordFields } from "~/features/accounts/components/password-fields";
import { ACCOUNT_MESSAGES } from "~/features/accounts/limits";
import { resetPassword } from "~/features/accounts/passwords.server";
import { findMember } from "~/features/accounts/queries.server";
import { chosenPasswordSchema } from "~/features/accounts/schema.server";
import { logSecurityEvent } from "~/http/call.server";
import { tokenPageHeaders } from "~/http/page/headers";
import { pageAction } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { CODE_PATH, storePendingLogin } from "~/http/session/second-step.server";
import { startCookieSession } from "~/http/session/session.server";
import { pageTitle } from "~/ui/document/page-title";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { PageForm } from "~/ui/forms/form";
import { Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, "Choose a new password"),
  { name: "robots", content: "noindex" },
];

export const headers = tokenPageHeaders;

export const action = pageAction({
  audience: "anyone",
  whileSuspended: true,
  limit: "mailLink",
  failed: ACCOUNT_MESSAGES.resetFailed,
  run: async (call) => {
    const { request, params } = call;
    const input = await readInput(request, chosenPasswordSchema);
    const userId = await resetPassword(params.token ?? "", input);
    logSecurityEvent(call, "password_reset", userId);
    const garageId = findMember(userId)?.garageId;
    const path = garageId ? `/garages/${garageId}` : "/";
    const pendingLogin = await storePendingLogin(userId, path);
    if (pendingLogin) return redirectWithToast(CODE_PATH, ACCOUNT_MESSAGES.passwordReset, "success", pendingLogin);
    const { headers } = await startCookieSession(request, userId);
    return redirectWithToast(path, ACCOUNT_MESSAGES.passwordReset, "success", headers);
  },
});

export const clientAction = formClientAction(ACCOUNT_MESSAGES.resetFailed);

export default function ResetPasswordPage() {
  return (
    <Page narrow>
      <PageHeader title="Choose a new password" lead="This logs you out on all your devices." />
      <PageForm>
        <PasswordFields label="New password" />
        <SubmitButton busy="Saving…">Save new password</SubmitButton>
      </PageForm>
      <p className="mt-8 border-t border-line pt-6">
        The link is valid for 1 hour and works once.{" "}
        <Link to="/forgot-password" className="link">
          Ask for a new one
        </Link>
      </p>
    </Page>
  );
}
