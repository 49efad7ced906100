import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { PasswordFields } from "~/features/accounts/components/password-fields";
import { MESSAGES } from "~/features/accounts/limits";
import { resetPassword } from "~/features/accounts/passwords.server";
import { findMember } from "~/features/accounts/queries.server";
import { chosenPasswordSchema } from "~/features/accounts/schema.server";
import { logSecurityOf } from "~/http/call.server";
import { pageAction, readInput } from "~/http/page/page.server";
import { tokenPageHeaders } from "~/http/page/page-headers";
import { redirectWithToast } from "~/http/page/toast.server";
import { CODE_PAGE, waitForCode } from "~/http/session/second-step.server";
import { openSession } from "~/http/session/session.server";
import { SubmitButton } from "~/ui/forms/button";
import { PageForm } from "~/ui/forms/form";
import { keepTyped } from "~/ui/forms/keep-typed";
import { Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction = () => [
  { title: "Choose a new password · Paddock" },
  { name: "robots", content: "noindex" },
];

export const headers = tokenPageHeaders;

export const action = pageAction({
  audience: "anyone",
  limit: "mailLink",
  failed: MESSAGES.resetFailed,
  run: async (call) => {
    const { request, params } = call;
    const input = await readInput(request, chosenPasswordSchema);
    const userId = await resetPassword(params.token ?? "", input);
    logSecurityOf(call, "password_reset", userId);
    const garageId = findMember(userId)?.garageId;
    const path = garageId ? `/garages/${garageId}` : "/";
    const waiting = await waitForCode(userId, path);
    if (waiting) return redirectWithToast(CODE_PAGE, MESSAGES.passwordReset, "success", waiting);
    const { headers } = await openSession(request, userId);
    return redirectWithToast(path, MESSAGES.passwordReset, "success", headers);
  },
});

export const clientAction = keepTyped(MESSAGES.resetFailed);

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
