import { type ActionFunctionArgs, data, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { PasswordFields } from "~/features/accounts/components/password-fields";
import { RESEND, ResendForm } from "~/features/accounts/components/resend-form";
import { MESSAGES } from "~/features/accounts/limits";
import { chosenPasswordSchema, resendSchema } from "~/features/accounts/schema.server";
import { lookAtLink, verifyEmail, verifyWithPassword } from "~/features/accounts/verification.server";
import { logSecurityOf } from "~/http/call.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { tokenPageHeaders } from "~/http/page-headers";
import { getViewer, openSession } from "~/http/session.server";
import { resendBy, signUpHandles } from "~/http/sign-up.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { SubmitButton } from "~/ui/button";
import { PageForm } from "~/ui/form";
import { keepTyped } from "~/ui/keep-typed";
import { Notice } from "~/ui/notice";
import { Page, PageHeader } from "~/ui/page";

export const meta: MetaFunction = () => [
  { title: "Verify your email · Paddock" },
  { name: "robots", content: "noindex" },
];

export const headers = tokenPageHeaders;

/** A GET changes nothing, because mail scanners may follow the link before its owner does. */
export const loader = pageLoader(async ({ request, params: { token } }) => {
  const state = token === undefined ? "dead" : lookAtLink(token, await signUpHandles(request));
  const viewer = await getViewer(request);
  const loggedInAs = viewer?.name ?? null;
  if (state !== "dead") return { problem: null, elsewhere: state === "elsewhere", loggedInAs };
  const problem = token === undefined ? MESSAGES.noVerificationToken : MESSAGES.verificationFailed;
  return data({ problem, elsewhere: false, loggedInAs }, { status: 400 });
});

export const action = pageAction({
  audience: "anyone",
  body: "text",
  limit: "mailLink",
  failed: MESSAGES.verificationFailed,
  run: async (call) => {
    const { values } = await readForm(call.request);
    if (values.intent === RESEND) {
      return data({ resent: await resendBy(call, decode(resendSchema, values)) }, { status: 200 });
    }
    const userId = await verify(call, values);
    logSecurityOf(call, "login", userId);
    const { headers } = await openSession(call.request, userId);
    return redirectWithToast("/onboarding", MESSAGES.verified, "success", headers);
  },
});

export const clientAction = keepTyped(MESSAGES.verificationFailed);

/** In the browser that signed up the link is enough; in any other one a password is chosen. */
async function verify({ request, params: { token = "" } }: ActionFunctionArgs, values: Record<string, string>) {
  if (lookAtLink(token, await signUpHandles(request)) !== "elsewhere") return verifyEmail(token);
  return verifyWithPassword(token, decode(chosenPasswordSchema, values));
}

export default function VerifyEmailPage() {
  const { problem, elsewhere, loggedInAs } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && "resent" in answer) return <Resent message={answer.resent} />;
  return (
    <Page narrow>
      <PageHeader title="Verify your email" />
      {loggedInAs === null || problem ? null : <SomebodyElse name={loggedInAs} />}
      {problem ? <Problem text={problem} /> : null}
      {problem || elsewhere ? null : <VerifyForm auto={answer === undefined && loggedInAs === null} />}
      {elsewhere ? <ChoosePasswordForm /> : null}
    </Page>
  );
}

/** Opening a link must not log anybody out. */
function SomebodyElse({ name }: { name: string }) {
  return (
    <div className="mb-6">
      <Notice>
        You are logged in as {name}. If you go on, this browser is logged out there, and in to the new account.
      </Notice>
    </div>
  );
}

/** The confirm button; script submits it automatically unless somebody is logged in. */
function VerifyForm({ auto }: { auto: boolean }) {
  const pressed = useRef(!auto);
  const submit = useSubmit();
  useEffect(() => {
    if (pressed.current) return;
    pressed.current = true;
    submit(null, { method: "post" });
  }, [submit]);
  return (
    <PageForm>
      <p className="mb-6 text-lg">One more step: press the button and your account is open.</p>
      <SubmitButton busy="Verifying…">Verify my address</SubmitButton>
    </PageForm>
  );
}

/** The reader of the mail may be another person than the one who signed up, so the reader chooses the password. */
function ChoosePasswordForm() {
  return (
    <PageForm>
      <p className="mb-6 text-lg">
        One more step. You have opened the link in a different browser from the one you signed up with, so please choose
        the password of your account here: the one you had in mind, or a new one.
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
        A link works once and for 24 hours. If you have used it already, you can{" "}
        <Link to="/login" className="link">
          log in
        </Link>
        . If not, ask for a new one here.
      </p>
      <ResendForm />
    </>
  );
}

function Resent({ message }: { message: string }) {
  return (
    <Page narrow>
      <PageHeader title="Check your mail" />
      <Notice type="success">{message}</Notice>
      <p className="mt-6">
        <Link to="/" className="link">
          Go to Homepage
        </Link>
      </p>
    </Page>
  );
}
