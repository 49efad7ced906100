import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/features/accounts/policy";
import { changeRegistrationSettings } from "~/features/accounts/registration/commands.server";
import {
  FIRST_POSTS,
  REGISTRATION_LIMITS,
  REGISTRATION_MESSAGES,
  REGISTRATIONS,
} from "~/features/accounts/registration/limits";
import { getRegistrationSettings } from "~/features/accounts/registration/queries.server";
import { registrationInput } from "~/features/accounts/registration/schema.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectSaved } from "~/http/page/toast.server";
import { requireUser } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { revisionOf, unlessChanged } from "~/lib/revision.server";
import { pageTitle } from "~/ui/document/page-title";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { Checkbox, SelectField, TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { HeaderLink, Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Registration")];

function readValues() {
  const { refusedDomains, ...settings } = getRegistrationSettings();
  return { ...settings, refusedDomains: refusedDomains.join("\n") };
}

const LABELS = { registration: new Map(REGISTRATIONS), firstPosts: new Map(FIRST_POSTS) };

export const loader = pageLoader(async ({ request, context }) => {
  requireAdmin(await requireUser({ request, context }));
  const settings = readValues();
  return { ...settings, revision: revisionOf(settings) };
});

export const action = pageAction({
  audience: "admin",
  body: "text",
  limit: "moderate",
  failed: REGISTRATION_MESSAGES.failed,
  run: async ({ request, context }) => {
    const viewer = await requireUser({ request, context });
    const { values } = await readForm(request);
    changeRegistrationSettings(viewer, decode(registrationInput, values), unlessChanged(values, readValues, LABELS));
    return redirectSaved(request, "/admin/door", { form: "form", message: REGISTRATION_MESSAGES.saved });
  },
});

export const clientAction = formClientAction(REGISTRATION_MESSAGES.failed);

export default function RegistrationPage() {
  const settings = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader title="Registration" lead="Who may sign up, and which first posts are reviewed.">
        <HeaderLink to="/admin/invitations">Invitations</HeaderLink>
      </PageHeader>
      <PageForm preventScrollReset initial={settings} key={JSON.stringify(settings)}>
        <SelectField name="registration" label="Who may sign up" options={REGISTRATIONS} />
        <div className="of-approval">
          <TextArea
            name="question"
            label="Question for applicants"
            hint="Asked at sign-up. Leave it empty to ask nothing."
            rows={3}
            maxLength={REGISTRATION_LIMITS.question}
            optional
          />
        </div>
        <TextArea
          name="refusedDomains"
          label="Blocked email domains"
          hint="One per line, such as example.com. Subdomains such as mail.example.com are blocked too. The person isn’t told: they see the usual message but get no email."
          rows={6}
          autoCapitalize="none"
          spellCheck={false}
          optional
        />
        <Checkbox
          name="membersInvite"
          label="Members may invite"
          hint="Up to five open invites each. Turning this off also stops members’ existing invites."
        />
        <SelectField
          name="firstPosts"
          label="Hold new members' posts"
          hint="First 7 days, unless invited or approved."
          options={FIRST_POSTS}
        />
        <div className="save-bar mt-4">
          <SubmitButton busy="Saving…">Save</SubmitButton>
        </div>
      </PageForm>
    </Page>
  );
}
