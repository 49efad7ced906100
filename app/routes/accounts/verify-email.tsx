import { type ActionFunctionArgs, data, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { RESEND, ResendForm } from "~/features/accounts/components/login-form";
import { PasswordFields } from "~/features/accounts/components/password-fields";
import { ACCOUNT_MESSAGES } from "~/features/accounts/limits";
import { REGISTRATION_MESSAGES } from "~/features/accounts/registration/limits";
import { getRegistrationSettings } from "~/features/accounts/registration/queries.server";
import { chosenPasswordSchema, resendSchema } from "~/features/accounts/schema.server";
import { checkVerificationLink, verifyEmail, verifyWithPassword } from "~/features/accounts/sign-up.server";
import { notifyStaff } from "~/features/notifications/notify.server";
import { logSecurityEvent } from "~/http/call.server";
import { tokenPageHeaders } from "~/http/page/headers";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { getViewer, startCookieSession } from "~/http/session/session.server";
import { readBrowserTokens, submitResend } from "~/http/session/sign-up.server";
import { decode } from "~/lib/decode";
import { pageTitle } from "~/ui/document/page-title";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { PageForm } from "~/ui/forms/form";
import { Notice } from "~/ui/layout/notice";
import { Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, "Verify your email"),
  { name: "robots", content: "noindex" },
];

export const headers = tokenPageHeaders;

/** Changes nothing: mail scanners may follow the link. */
export const loader = pageLoader(async ({ request, context, params: { token } }) => {
  const state = token === undefined ? "invalid" : checkVerificationLink(token, await readBrowserTokens(request));
  const viewer = await getViewer({ request, context });
  const loggedInAs = viewer?.name ?? null;
  const decides = getRegistrationSettings().registration === "approval";
  if (state !== "invalid") return { problem: null, isOtherBrowser: state === "otherBrowser", loggedInAs, decides };
  const problem = token === undefined ? ACCOUNT_MESSAGES.noVerificationToken : ACCOUNT_MESSAGES.verificationFailed;
  return data({ problem, isOtherBrowser: false, loggedInAs, decides }, { status: 400 });
});

export const action = pageAction({
  audience: "anyone",
  limit: "mailLink",
  failed: ACCOUNT_MESSAGES.verificationFailed,
  run: async (call) => {
    const { values } = await readForm(call.request);
    if (values.intent === RESEND) {
      return data({ resent: await submitResend(call, decode(resendSchema, values)) }, { status: 200 });
    }
    const userId = await verify(call, values);
    if (userId === null) return data({ waits: REGISTRATION_MESSAGES.waits }, { status: 200 });
    logSecurityEvent(call, "login", userId);
    const { headers } = await startCookieSession(call.request, userId);
    return redirectWithToast("/onboarding", ACCOUNT_MESSAGES.verified, "success", headers);
  },
});

export const clientAction = formClientAction(ACCOUNT_MESSAGES.verificationFailed);

/** In the browser of the sign-up the link is enough; others require a new password. */
async function verify({ request, params: { token = "" } }: ActionFunctionArgs, values: Record<string, string>) {
  const handles = await readBrowserTokens(request);
  if (checkVerificationLink(token, handles) !== "otherBrowser")
    return verifyEmail(token, { ...TELLING_STAFF, handles });
  return verifyWithPassword(token, decode(chosenPasswordSchema, values), TELLING_STAFF);
}

const TELLING_STAFF = { applied: () => notifyStaff("applications") };

export default function VerifyEmailPage() {
  const { problem, isOtherBrowser, loggedInAs, decides } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  if (actionData && "resent" in actionData) return <MessagePage title="Check your email" message={actionData.resent} />;
  if (actionData && "waits" in actionData)
    return <MessagePage title="Your application is waiting" message={actionData.waits} />;
  return (
    <Page narrow>
      <PageHeader title="Verify your email" />
      {loggedInAs === null || problem ? null : <OtherAccount name={loggedInAs} />}
      {problem ? <Problem text={problem} /> : null}
      {problem || isOtherBrowser ? null : (
        <VerifyForm auto={actionData === undefined && loggedInAs === null} decides={decides} />
      )}
      {isOtherBrowser ? <ChoosePasswordForm /> : null}
    </Page>
  );
}

/** Opening a link must not log out another user. */
function OtherAccount({ name }: { name: string }) {
  return (
    <div className="mb-6">
      <Notice>
        You are logged in as <bdi>{name}</bdi>. If you continue, this browser will be logged out of that account and
        logged in to the new one.
      </Notice>
    </div>
  );
}

/**
 * Submitted by script unless another user is logged in.
 * @param props.decides staff may have to approve the account
 */
function VerifyForm({ auto, decides }: { auto: boolean; decides: boolean }) {
  const isPressed = useRef(!auto);
  const submit = useSubmit();
  useEffect(() => {
    if (isPressed.current) return;
    isPressed.current = true;
    submit(null, { method: "post" });
  }, [submit]);
  return (
    <PageForm>
      <p className="mb-6 text-lg">
        One more step: press the button to {decides ? "confirm your address" : "open your account"}.
      </p>
      <SubmitButton busy="Verifying…">Verify my address</SubmitButton>
    </PageForm>
  );
}

/** The reader of the mail may not be the author of the sign-up, so the reader chooses the password. */
function ChoosePasswordForm() {
  return (
    <PageForm>
      <p className="mb-6 text-lg">
        You opened the link in a different browser from the one you signed up with. Choose a password for your account:
        the one you signed up with, or a new one.
      </p>
      <PasswordFields />
      <SubmitButton busy="Verifying…">Verify my address</SubmitButton>
    </PageForm>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <>
      <Notice type="error">{text}</Notice>
      <p className="mt-4 mb-8">
        The link is valid for 24 hours and works once. If you have used it already, you can{" "}
        <Link to="/login" className="link">
          log in
        </Link>
        . If not, ask for a new one here.
      </p>
      <ResendForm />
    </>
  );
}

function MessagePage({ title, message }: { title: string; message: string }) {
  return (
    <Page narrow>
      <PageHeader title={title} />
      <Notice type="success">{message}</Notice>
      <p className="mt-6">
        <Link to="/" className="link">
          Go to Homepage
        </Link>
      </p>
    </Page>
  );
}
