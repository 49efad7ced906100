import { data, type MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { RESEND, ResendForm } from "~/features/accounts/components/resend-form";
import { findMember } from "~/features/accounts/queries.server";
import { MESSAGES, resendSchema } from "~/features/accounts/schema";
import { isVerificationAlive, resendVerification, verifyEmail } from "~/features/accounts/verification.server";
import { mayMail } from "~/http/account-limits.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { tokenPageHeaders } from "~/http/page-headers";
import { openSession } from "~/http/session.server";
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

/** Looking changes nothing, so that mail scanners may follow the link before its owner does. */
export const loader = pageLoader(({ params: { token } }) => {
  if (token !== undefined && isVerificationAlive(token)) return { problem: null };
  const problem = token === undefined ? MESSAGES.noVerificationToken : MESSAGES.verificationFailed;
  return data({ problem }, { status: 400 });
});

export const action = pageAction({
  audience: "anyone",
  body: "text",
  limit: "mailLink",
  failed: MESSAGES.verificationFailed,
  run: async ({ request, params }) => {
    const { values } = await readForm(request);
    if (values.intent === RESEND) return data({ resent: await resend(values) }, { status: 200 });
    const userId = verifyEmail(params.token ?? "");
    const { headers } = await openSession(request, userId);
    const garageId = findMember(userId)?.garageId;
    return redirectWithToast(garageId ? `/garages/${garageId}` : "/onboarding", MESSAGES.verified, "success", headers);
  },
});

export const clientAction = keepTyped(MESSAGES.verificationFailed);

async function resend(values: Record<string, string>): Promise<string> {
  const asked = decode(resendSchema, values);
  return (await mayMail("verify", asked.email)) ? resendVerification(asked) : MESSAGES.resent;
}

export default function VerifyEmailPage() {
  const { problem } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (answer && "resent" in answer) return <Resent message={answer.resent} />;
  return (
    <Page narrow>
      <PageHeader title="Verify your email" />
      {problem ? <Problem text={problem} /> : <VerifyForm auto={answer === undefined} />}
    </Page>
  );
}

/** The one button; script presses it at once for a person. */
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
      <p className="mb-6 text-lg">One step is left: press the button and your account is open.</p>
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
