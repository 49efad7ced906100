import type { MetaFunction } from "@remix-run/node";
import { Link, useActionData } from "@remix-run/react";
import { ACCOUNT_MESSAGES } from "~/features/accounts/limits";
import { forgotPasswordSchema } from "~/features/accounts/schema.server";
import type { RouteHandle } from "~/http/context";
import { pageAction } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { submitResetRequest } from "~/http/session/sign-up.server";
import { pageTitle, siteNameOf } from "~/ui/document/page-title";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { Field } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { Notice } from "~/ui/layout/notice";
import { Page, PageHeader } from "~/ui/layout/page";

export const handle: RouteHandle = { cache: { query: [] } };

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, "Forgot your password?"),
  { name: "description", content: `Choose a new password for your ${siteNameOf(matches)} account.` },
];

export const action = pageAction({
  audience: "anyone",
  whileSuspended: true,
  limit: "forgotPassword",
  failed: ACCOUNT_MESSAGES.resetRequested,
  run: async ({ request }) => {
    const input = await readInput(request, forgotPasswordSchema);
    return { message: await submitResetRequest(input), asked: true };
  },
});

export const clientAction = formClientAction(ACCOUNT_MESSAGES.resetRequested);

export default function ForgotPasswordPage() {
  const actionData = useActionData<typeof action>();
  return (
    <Page narrow>
      <PageHeader
        title="Forgot your password?"
        lead="Enter your email address and we’ll send you a link to choose a new one."
      />
      {actionData && "asked" in actionData ? <ResetRequested message={actionData.message} /> : <RequestForm />}
    </Page>
  );
}

function RequestForm() {
  return (
    <PageForm>
      <Field name="email" type="email" label="Email" autoComplete="email" />
      <SubmitButton busy="Sending…">Send the link</SubmitButton>
    </PageForm>
  );
}

function ResetRequested({ message }: { message: string }) {
  return (
    <>
      <Notice type="success">{message}</Notice>
      <p className="mt-4">
        The link is valid for 1 hour. Back to{" "}
        <Link to="/login" className="link">
          log in
        </Link>
        .
      </p>
    </>
  );
}
