import { type FetcherWithComponents, Link, useActionData } from "@remix-run/react";
import type { FormFailure } from "~/lib/forms";
import { SubmitButton } from "~/ui/button";
import { Field, PasswordField } from "~/ui/field";
import { PageForm } from "~/ui/form";
import { ResendForm } from "./resend-form";

interface LoginFormProps {
  /** The path to go to afterwards. */
  returnTo: string;
  /** In a dialog: the form posts without leaving the page. */
  fetcher?: FetcherWithComponents<FormFailure | undefined>;
}

/** The login form, on its page and in the dialog. */
export function LoginForm({ returnTo, fetcher }: LoginFormProps) {
  const answered = useActionData<FormFailure>();
  const failure = fetcher ? fetcher.data : answered;
  return (
    <>
      <PageForm fetcher={fetcher} action="/login">
        <input type="hidden" name="returnTo" value={failure?.values?.returnTo ?? returnTo} />
        <Field name="email" type="email" label="Email" autoComplete="username" />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <SubmitButton busy="Logging in…">Log in</SubmitButton>
          <Link to="/forgot-password" className="link inline-flex min-h-11 items-center">
            Forgot your password?
          </Link>
        </div>
      </PageForm>
      {failure?.errors?.verification ? (
        <section aria-label="New verification link" className="mt-8">
          <ResendForm email={failure.values.email} />
        </section>
      ) : null}
      <p className="mt-8 border-t border-line pt-6">
        New here?{" "}
        <Link to="/signup" className="link font-semibold">
          Sign up
        </Link>
      </p>
    </>
  );
}
