import { data, type HeadersArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { CheckYourMail } from "~/features/accounts/components/check-your-mail";
import { PasswordFields } from "~/features/accounts/components/password-fields";
import { ProviderLogin } from "~/features/accounts/components/provider-login";
import { MAX_NAME } from "~/features/accounts/limits";
import { checkRegistration } from "~/features/accounts/registration/admission.server";
import { REGISTRATION_LIMITS, REGISTRATION_MESSAGES } from "~/features/accounts/registration/limits";
import { signUpSchema } from "~/features/accounts/schema.server";
import { BesideGarage } from "~/features/garages/components/beside-garage";
import { findPicturedGarage } from "~/features/garages/queries.server";
import { CACHE_PRIVATE } from "~/http/caching";
import type { RouteHandle } from "~/http/context";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { getViewer } from "~/http/session/session.server";
import { submitSignUp } from "~/http/session/sign-up.server";
import { pageTitle, siteNameOf, useSite } from "~/ui/document/page-title";
import { EmailAddress } from "~/ui/email-address";
import { Tips } from "~/ui/forms/beside-form";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { Field, TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { Notice } from "~/ui/layout/notice";
import { Page, PageHeader } from "~/ui/layout/page";

export const handle: RouteHandle = { cache: { query: ["invite"] } };

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, "Sign up"),
  { name: "description", content: `Open a ${siteNameOf(matches)} account and show what’s in your garage.` },
];

/** An invite's address opens accounts: never cache the page or send it to other sites. */
const OF_INVITE = { ...CACHE_PRIVATE, "Referrer-Policy": "same-origin" };

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

export const loader = pageLoader(async ({ request, context }) => {
  if (await getViewer({ request, context })) throw redirect("/profile");
  const invite = new URL(request.url).searchParams.get("invite") ?? "";
  const { inviteId, ...registration } = checkRegistration(invite);
  const view = { ...registration, invite, isInvited: inviteId !== null, garage: findPicturedGarage() };
  return invite === "" ? data(view) : data(view, { headers: OF_INVITE });
});

export const action = pageAction({
  audience: "anyone",
  limit: "signUp",
  failed: "Signup failed. Please try again.",
  run: async (call) => {
    const person = await readInput(call.request, signUpSchema);
    const { headers } = await submitSignUp(call, person);
    const { applies } = checkRegistration(person.invite);
    return data({ email: person.email, applies }, { headers });
  },
});

export const clientAction = formClientAction("Signup failed. Please try again.");

const REASONS = [
  "A garage of your own: your vehicles with photos, story, spec sheet and build log.",
  "News from the garages you follow.",
  "Events near you, and who brings what.",
];

export default function SignUpPage() {
  const { refusal, invite, isInvited, applies, question, garage } = useLoaderData<typeof loader>();
  const { texts, signUpLabel, contact } = useSite();
  const actionData = useActionData<typeof action>();
  if (actionData && "email" in actionData) return <CheckYourMail {...actionData} />;
  if (refusal !== null)
    return <RegistrationClosed message={refusal} byInvite={signUpLabel !== null} contact={contact} />;
  return (
    <Page>
      <BesideGarage garage={garage} reasons={<Tips title="What you get" tips={REASONS} />}>
        <PageHeader title="Sign up" lead="Your own garage, and the garages you follow." />
        {invite === "" || isInvited ? null : (
          <div className="mb-6">
            <Notice>{REGISTRATION_MESSAGES.inviteDead} You can sign up without one, too.</Notice>
          </div>
        )}
        {applies ? <p className="mb-6">We review each application. We’ll email you the decision.</p> : null}
        <PageForm>
          {isInvited ? <input type="hidden" name="invite" value={invite} /> : null}
          <Field name="name" label="Name" hint="The name other members see." autoComplete="name" maxLength={MAX_NAME} />
          <Field
            name="email"
            type="email"
            label="Email"
            hint="We’ll email you a link to confirm it. Other members don’t see it."
            autoComplete="email"
          />
          <PasswordFields />
          {question === "" ? null : (
            <TextArea
              name="answer"
              label={question}
              hint="Moderators and admins will read your answer."
              maxLength={REGISTRATION_LIMITS.answer}
            />
          )}
          <p className="mb-4 text-grey">
            By signing up you agree to the{" "}
            <Link to="/rules" className="link">
              rules
            </Link>
            {texts.includes("terms") ? (
              <>
                {" "}
                and the{" "}
                <Link to="/terms" className="link">
                  terms
                </Link>
              </>
            ) : null}
            .
            {texts.includes("privacy") ? (
              <>
                {" "}
                Find out what data we store under{" "}
                <Link to="/privacy" className="link">
                  privacy
                </Link>
                .
              </>
            ) : null}
          </p>
          <SubmitButton busy="Signing up…">Sign up</SubmitButton>
        </PageForm>
        <ProviderLogin returnTo="/" invite={isInvited ? invite : ""} />
        <HaveAccount />
      </BesideGarage>
    </Page>
  );
}

function HaveAccount() {
  return (
    <p className="mt-8 border-t border-line pt-6">
      Already have an account?{" "}
      <Link to="/login" className="link">
        Log in
      </Link>
    </p>
  );
}

/** Replaces the form if registration is not open at this address. */
function RegistrationClosed({ message, byInvite, contact }: { message: string; byInvite: boolean; contact: string }) {
  return (
    <Page narrow>
      <PageHeader title={byInvite ? "Join by invitation" : "Sign up"} />
      <Notice>{message}</Notice>
      {byInvite ? (
        <p className="mt-4">
          Ask a member or the staff of this site for an invite link
          {contact === "" ? null : (
            <>
              , or write to{" "}
              <a href={`mailto:${contact}`} className="link">
                <EmailAddress address={contact} />
              </a>
            </>
          )}
          .
        </p>
      ) : null}
      <HaveAccount />
    </Page>
  );
}
