import { data, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { confirmEmailChange, findRequestedChange } from "~/features/accounts/email-change.server";
import { EMAIL_MESSAGES } from "~/features/accounts/limits";
import { getAccount } from "~/features/accounts/queries.server";
import { logSecurityEvent } from "~/http/call.server";
import { tokenPageHeaders } from "~/http/page/headers";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { getViewer, readSessionToken } from "~/http/session/session.server";
import { pageTitle } from "~/ui/document/page-title";
import { EmailAddress } from "~/ui/email-address";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { PageForm } from "~/ui/forms/form";
import { Notice } from "~/ui/layout/notice";
import { Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, "Confirm your new address"),
  { name: "robots", content: "noindex" },
];

export const headers = tokenPageHeaders;

/** Changes nothing: mail scanners may follow the link. */
export const loader = pageLoader(({ params: { token = "" } }) => {
  const change = findRequestedChange(token);
  if (!change) return data({ email: null, name: "" }, { status: 400 });
  return { email: change.newEmail, name: getAccount(change.userId).name };
});

export const action = pageAction({
  audience: "anyone",
  whileSuspended: true,
  body: "none",
  limit: "mailLink",
  failed: EMAIL_MESSAGES.confirmFailed,
  run: async (call) => {
    const userId = confirmEmailChange(call.params.token ?? "", (await readSessionToken(call.request)) ?? "");
    logSecurityEvent(call, "email_changed", userId);
    const viewer = await getViewer(call);
    return redirectWithToast(viewer?.id === userId ? "/settings" : "/login", EMAIL_MESSAGES.confirmed);
  },
});

export const clientAction = formClientAction(EMAIL_MESSAGES.confirmFailed);

export default function ConfirmEmailPage() {
  const { email, name } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader title="Confirm your new address" />
      {email === null ? (
        <>
          <Notice type="error">{EMAIL_MESSAGES.confirmFailed}</Notice>
          <p className="mt-4">
            You can ask for a new link in your{" "}
            <Link to="/settings" className="link">
              settings
            </Link>
            .
          </p>
        </>
      ) : (
        <PageForm>
          <p className="mb-6 text-lg">
            The account of <bdi>{name}</bdi> gets the address <EmailAddress address={email} />, to log in with and for
            our emails. If it is not your account, close this page.
          </p>
          <SubmitButton busy="Confirming…">Confirm my new address</SubmitButton>
        </PageForm>
      )}
    </Page>
  );
}
