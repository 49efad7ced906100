import { type FetcherWithComponents, Link, useActionData } from "@remix-run/react";
import type { FormFailure } from "~/lib/forms";
import { useSite } from "~/ui/document/page-title";
import { SubmitButton } from "~/ui/forms/button";
import { Field, PasswordField } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { PasskeyLogin } from "./passkey-login";
import { ProviderLogin } from "./provider-login";
import { usePasskeys } from "./use-passkeys";

interface LoginFormProps {
  returnTo: string;
  /** In a dialog: posts without leaving the page. */
  fetcher?: FetcherWithComponents<FormFailure | undefined>;
}

export function LoginForm({ returnTo, fetcher }: LoginFormProps) {
  const actionData = useActionData<FormFailure>();
  const { signUpLabel } = useSite();
  const hasPasskeys = usePasskeys();
  const failure = fetcher ? fetcher.data : actionData;
  return (
    <>
      <PageForm fetcher={fetcher} action="/login">
        <input type="hidden" name="returnTo" value={failure?.values?.returnTo ?? returnTo} />
        <Field name="email" type="email" label="Email" autoComplete={hasPasskeys ? "username webauthn" : "username"} />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <SubmitButton busy="Logging in…">Log in</SubmitButton>
          <Link to="/forgot-password" className="link inline-flex min-h-11 items-center">
            Forgot your password?
          </Link>
        </div>
      </PageForm>
      <ProviderLogin returnTo={failure?.values?.returnTo ?? returnTo} />
      <PasskeyLogin returnTo={returnTo} isAvailable={hasPasskeys} />
      {failure?.errors?.verification ? (
        <section aria-label="New verification link" className="mt-8">
          <ResendForm email={failure.values.email} />
        </section>
      ) : null}
      {signUpLabel === null ? null : (
        <p className="mt-8 border-t border-line pt-6">
          New here?{" "}
          <Link to="/signup" className="link">
            {signUpLabel}
          </Link>
        </p>
      )}
    </>
  );
}

/** Name of the form on `/verify-email`, the target of all its copies. */
export const RESEND = "resend";

export function ResendForm({ email }: { email?: string }) {
  return (
    <PageForm action="/verify-email" intent={RESEND}>
      {email ? (
        <input type="hidden" name="email" value={email} />
      ) : (
        <Field name="email" type="email" label="Email" autoComplete="email" />
      )}
      <SubmitButton kind="secondary" busy="Sending…">
        Send a new link
      </SubmitButton>
    </PageForm>
  );
}
