import type { MetaFunction } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { PasswordFields } from "~/features/accounts/components/password-fields";
import { resetPassword } from "~/features/accounts/passwords.server";
import { findMember } from "~/features/accounts/queries.server";
import { chosenPasswordSchema, MESSAGES } from "~/features/accounts/schema";
import { logSecurityOf } from "~/http/call.server";
import { pageAction, readForm } from "~/http/page.server";
import { tokenPageHeaders } from "~/http/page-headers";
import { openSession } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { SubmitButton } from "~/ui/button";
import { PageForm } from "~/ui/form";
import { keepTyped } from "~/ui/keep-typed";
import { Page, PageHeader } from "~/ui/page";

export const meta: MetaFunction = () => [
  { title: "Choose a new password · Paddock" },
  { name: "robots", content: "noindex" },
];

export const headers = tokenPageHeaders;

export const action = pageAction({
  audience: "anyone",
  body: "text",
  limit: "mailLink",
  failed: MESSAGES.resetFailed,
  run: async (call) => {
    const input = decode(chosenPasswordSchema, (await readForm(call.request)).values);
    const userId = await resetPassword(call.params.token ?? "", input);
    logSecurityOf(call, "password_reset", userId);
    const { headers } = await openSession(call.request, userId);
    const garageId = findMember(userId)?.garageId;
    return redirectWithToast(garageId ? `/garages/${garageId}` : "/", MESSAGES.passwordReset, "success", headers);
  },
});

export const clientAction = keepTyped(MESSAGES.resetFailed);

export default function ResetPasswordPage() {
  return (
    <Page narrow>
      <PageHeader title="Choose a new password" lead="Wherever you were logged in before, you will be logged out." />
      <PageForm>
        <PasswordFields label="New password" />
        <SubmitButton busy="Saving…">Save the new password</SubmitButton>
      </PageForm>
      <p className="mt-8 border-t border-line pt-6">
        A link works once and for 1 hour.{" "}
        <Link to="/forgot-password" className="link">
          Ask for a new one
        </Link>
      </p>
    </Page>
  );
}
