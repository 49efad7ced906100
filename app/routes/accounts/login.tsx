import { type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ResendForm } from "~/features/accounts/components/resend-form";
import { MESSAGES } from "~/features/accounts/schema";
import { authenticateForm } from "~/http/authenticator.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { formHeaders } from "~/http/page-headers";
import { getViewer, openSession, safeReturnTo } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { DomainError } from "~/lib/errors";
import type { FormFailure } from "~/lib/forms";
import { SubmitButton } from "~/ui/button";
import { Field } from "~/ui/field";
import { PageForm } from "~/ui/form";
import { Notice } from "~/ui/notice";
import { Page, PageHeader } from "~/ui/page";

/** Why somebody was sent here, by the code in the address: nobody can put other words into our mouth. */
const REASONS: Record<string, string> = {
  like: "You must be logged in to like a vehicle.",
};

export const meta: MetaFunction = () => [
  { title: "Log in · Paddock" },
  { name: "description", content: "Log in to Paddock." },
];

export const headers = formHeaders;

export const loader = pageLoader(async ({ request }) => {
  const { searchParams } = new URL(request.url);
  const returnTo = safeReturnTo(searchParams.get("returnTo"));
  if (await getViewer(request)) throw redirect(returnTo);
  return { returnTo, reason: REASONS[searchParams.get("reason") ?? ""] ?? null };
});

export const action = pageAction(async ({ request, context }) => {
  const { values } = await readForm(request);
  const userId = await authenticateForm(request, context.clientAddress).catch(asFormError);
  const { headers } = await openSession(request, userId);
  return redirectWithToast(safeReturnTo(values.returnTo), MESSAGES.loggedIn, "success", headers);
}, MESSAGES.loginFailed);

/** A wrong password is a form error, never a redirect (decisions, Identity and sessions). */
function asFormError(error: unknown): never {
  if (error instanceof DomainError && error.code === "unauthenticated") throw new DomainError("invalid", error.message);
  throw error;
}

export default function LoginPage() {
  const { returnTo, reason } = useLoaderData<typeof loader>();
  const failure = useActionData<FormFailure>();
  return (
    <Page narrow>
      <PageHeader title="Log in" />
      {reason && !failure ? (
        <div className="mb-6">
          <Notice>{reason}</Notice>
        </div>
      ) : null}
      <PageForm>
        <input type="hidden" name="returnTo" value={failure?.values.returnTo ?? returnTo} />
        <Field name="email" type="email" label="Email" autoComplete="username" />
        <Field name="password" type="password" label="Password" autoComplete="current-password" />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <SubmitButton busy="Logging in…">Log in</SubmitButton>
          <Link to="/forgot-password" className="link inline-flex min-h-11 items-center">
            Forgot your password?
          </Link>
        </div>
      </PageForm>
      {failure?.errors.verification ? (
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
    </Page>
  );
}
