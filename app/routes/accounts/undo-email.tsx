import { data, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { findUndoableChange, undoEmailChange } from "~/features/accounts/email-change.server";
import { EMAIL_MESSAGES } from "~/features/accounts/limits";
import { logSecurityEvent } from "~/http/call.server";
import { tokenPageHeaders } from "~/http/page/headers";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { pageTitle } from "~/ui/document/page-title";
import { EmailAddress } from "~/ui/email-address";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { PageForm } from "~/ui/forms/form";
import { Notice } from "~/ui/layout/notice";
import { Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, "Take your old address back"),
  { name: "robots", content: "noindex" },
];

export const headers = tokenPageHeaders;

/** Changes nothing: mail scanners may follow the link. */
export const loader = pageLoader(({ params: { token = "" } }) => {
  const change = findUndoableChange(token);
  return change ? { email: change.oldEmail } : data({ email: null }, { status: 400 });
});

export const action = pageAction({
  audience: "anyone",
  whileSuspended: true,
  body: "none",
  limit: "mailLink",
  failed: EMAIL_MESSAGES.undoFailed,
  run: (call) => {
    const { userId, resetToken } = undoEmailChange(call.params.token ?? "");
    logSecurityEvent(call, "email_change_undone", userId);
    return redirectWithToast(`/reset-password/${resetToken}`, EMAIL_MESSAGES.undone);
  },
});

export const clientAction = formClientAction(EMAIL_MESSAGES.undoFailed);

export default function UndoEmailPage() {
  const { email } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader title="Take your old address back" />
      {email === null ? (
        <>
          <Notice type="error">{EMAIL_MESSAGES.undoFailed}</Notice>
          <p className="mt-4">
            If somebody else uses your account,{" "}
            <Link to="/toolbox" className="link">
              write to us
            </Link>
            .
          </p>
        </>
      ) : (
        <PageForm>
          <p className="mb-6 text-lg">
            Your account gets <EmailAddress address={email} /> back. Every device is logged out, and you choose a new
            password.
          </p>
          <SubmitButton busy="One moment…">This was not me</SubmitButton>
        </PageForm>
      )}
    </Page>
  );
}
