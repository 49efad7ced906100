import { data, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData } from "@remix-run/react";
import { PasswordFields } from "~/features/accounts/components/password-fields";
import { ResendForm } from "~/features/accounts/components/resend-form";
import { MAX_NAME } from "~/features/accounts/limits";
import { signUpSchema } from "~/features/accounts/schema.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { formHeaders } from "~/http/page-headers";
import { getViewer } from "~/http/session.server";
import { signUpBy } from "~/http/sign-up.server";
import { decode } from "~/lib/decode";
import { SubmitButton } from "~/ui/button";
import { Field } from "~/ui/field";
import { PageForm } from "~/ui/form";
import { keepTyped } from "~/ui/keep-typed";
import { Notice } from "~/ui/notice";
import { Page, PageHeader } from "~/ui/page";

export const meta: MetaFunction = () => [
  { title: "Sign up · Paddock" },
  { name: "description", content: "Open an account at Paddock and show what is in your garage." },
];

export const headers = formHeaders;

export const loader = pageLoader(async ({ request }) => {
  if (await getViewer(request)) throw redirect("/profile");
  return null;
});

export const action = pageAction({
  audience: "anyone",
  body: "text",
  limit: "signUp",
  failed: "Signup failed. Please try again.",
  run: async (call) => {
    const person = decode(signUpSchema, (await readForm(call.request)).values);
    const { message, headers } = await signUpBy(call, person);
    return data({ message, email: person.email }, { headers });
  },
});

export const clientAction = keepTyped("Signup failed. Please try again.");

export default function SignUpPage() {
  const answer = useActionData<typeof action>();
  if (answer && "email" in answer) return <CheckYourMail {...answer} />;
  return (
    <Page narrow>
      <PageHeader title="Sign up" lead="A garage of your own, and a place to follow other people’s." />
      <PageForm>
        <Field
          name="name"
          label="Name"
          hint="As other members will see you."
          autoComplete="name"
          maxLength={MAX_NAME}
        />
        <Field
          name="email"
          type="email"
          label="Email"
          hint="We'll send a link there to confirm it. Nobody else will see it."
          autoComplete="email"
        />
        <PasswordFields />
        <SubmitButton busy="Signing up…">Sign up</SubmitButton>
      </PageForm>
      <p className="mt-8 border-t border-line pt-6">
        Already have an account?{" "}
        <Link to="/login" className="link font-semibold">
          Log in
        </Link>
      </p>
    </Page>
  );
}

function CheckYourMail({ message, email }: { message: string; email: string }) {
  return (
    <Page narrow>
      <PageHeader title="Check your mail" />
      <Notice type="success">{message}</Notice>
      <p className="mt-4">
        We have written to <strong className="break-all">{email}</strong>. The link opens your account.
      </p>
      <section aria-labelledby="no-mail" className="mt-10 border-t border-line pt-6">
        <h2 id="no-mail" className="mb-2">
          No email after a few minutes?
        </h2>
        <p className="mb-4 text-grey">
          Check your junk mail first. If the address is wrong,{" "}
          <Link to="/signup" reloadDocument className="link">
            sign up again
          </Link>{" "}
          with the right one.
        </p>
        <ResendForm email={email} />
      </section>
    </Page>
  );
}
