import type { MetaFunction } from "@remix-run/node";
import { Link, useActionData } from "@remix-run/react";
import { MESSAGES } from "~/features/accounts/limits";
import { forgotPasswordSchema } from "~/features/accounts/schema.server";
import { pageAction, readForm } from "~/http/page.server";
import { formHeaders } from "~/http/page-headers";
import { requestResetBy } from "~/http/sign-up.server";
import { decode } from "~/lib/decode";
import { SubmitButton } from "~/ui/button";
import { Field } from "~/ui/field";
import { PageForm } from "~/ui/form";
import { keepTyped } from "~/ui/keep-typed";
import { Notice } from "~/ui/notice";
import { Page, PageHeader } from "~/ui/page";

export const meta: MetaFunction = () => [
  { title: "Forgot your password? · Paddock" },
  { name: "description", content: "Choose a new password for your account at Paddock." },
];

export const headers = formHeaders;

export const action = pageAction({
  audience: "anyone",
  body: "text",
  limit: "forgotPassword",
  failed: MESSAGES.resetRequested,
  run: async ({ request }) => {
    const asked = decode(forgotPasswordSchema, (await readForm(request)).values);
    return { message: await requestResetBy(asked), asked: true };
  },
});

export const clientAction = keepTyped(MESSAGES.resetRequested);

export default function ForgotPasswordPage() {
  const answer = useActionData<typeof action>();
  return (
    <Page narrow>
      <PageHeader
        title="Forgot your password?"
        lead="Enter your email address and we'll send you a link to choose a new one."
      />
      {answer && "asked" in answer ? <ResetRequested message={answer.message} /> : <AskForm />}
    </Page>
  );
}

function AskForm() {
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
