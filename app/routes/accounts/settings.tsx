import { type ActionFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CHOOSE_DELETION, DangerZone } from "~/features/account-deletion/components/danger-zone";
import { deletionChoice } from "~/features/account-deletion/schema.server";
import { PasswordFields } from "~/features/accounts/components/password-fields";
import { NoPassword } from "~/features/accounts/components/provider-login";
import { findPendingEmail } from "~/features/accounts/email-change.server";
import { ACCOUNT_MESSAGES, EMAIL_MESSAGES, PROFILE_LIMITS } from "~/features/accounts/limits";
import { changePassword } from "~/features/accounts/passwords.server";
import { getProfile, updateProfile } from "~/features/accounts/profile.server";
import { getAccount } from "~/features/accounts/queries.server";
import { changeEmailSchema, changePasswordSchema, profileFormSchema } from "~/features/accounts/schema.server";
import { listSessions } from "~/features/accounts/sessions.server";
import { hasPassword } from "~/features/accounts/ways-in.server";
import { DataDownload, UNLOCK_DATA } from "~/features/data-export/components/data-download";
import { messageAfter } from "~/features/holds/holding.server";
import { keepPhotos, replaceKept } from "~/features/photos/kept-photos.server";
import { resolveFormPhotos } from "~/features/photos/uploads.server";
import { logSecurityEvent } from "~/http/call.server";
import { formActions, pageLoader } from "~/http/page/page.server";
import { readForm, readInput } from "~/http/page/submitted-form.server";
import { redirectSaved } from "~/http/page/toast.server";
import { submitEmailChange } from "~/http/session/email-change.server";
import { isReauthenticatedRequest, verifyOwnPassword } from "~/http/session/login.server";
import { readSessionToken, requireUser, startCookieSession } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import type { FormFailure } from "~/lib/forms";
import { revisionOf, unlessChanged } from "~/lib/revision.server";
import { pick } from "~/lib/rows";
import { Avatar } from "~/ui/avatar";
import { pageTitle } from "~/ui/document/page-title";
import { EmailAddress } from "~/ui/email-address";
import { Fact } from "~/ui/facts";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { Field, PasswordField, TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { HiddenNotice } from "~/ui/hidden-mark";
import { Notice } from "~/ui/layout/notice";
import { Page, PageHeader, Section } from "~/ui/layout/page";
import { Moment } from "~/ui/moment";
import { FileField } from "~/ui/uploads/file-field";
import { DATA_FORMS, SESSION_FORMS } from "./settings-forms.server";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Settings")];

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  const profile = getProfile(viewer);
  return {
    profile: { ...profile, revision: revisionOf(profileTexts(profile)) },
    pendingEmail: findPendingEmail(viewer)?.email ?? null,
    isPasswordSet: hasPassword(viewer.id),
    mailRefusedAt: getAccount(viewer.id).mailRefusedAt,
    sessionId: listSessions(viewer, (await readSessionToken(request)) ?? "")[0]?.id,
    hasGarage: viewer.garageId !== null,
    isReauthenticated: await isReauthenticatedRequest(request),
  };
});

const profileTexts = (profile: ReturnType<typeof getProfile>) => pick(profile, "name", "bio", "location");

type SettingsAction = (args: ActionFunctionArgs) => Promise<Response>;

const saveProfile: SettingsAction = async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  const { values, files } = await readForm(request);
  const { uploads, ...changes } = decode(profileFormSchema, values);
  const avatars = resolveFormPhotos(viewer, replaceKept(uploads, files.avatar), files.avatar, "avatar");
  const precondition = unlessChanged(values, () => profileTexts(getProfile(viewer)));
  await updateProfile(viewer, changes, avatars, precondition);
  const message = messageAfter("profile", viewer.id, ACCOUNT_MESSAGES.profileUpdated);
  return redirectSaved(request, "/settings", { form: "profile", message });
};

const saveEmail: SettingsAction = async (call) => {
  const viewer = await requireUser(call);
  const message = await submitEmailChange(call, viewer, await readInput(call.request, changeEmailSchema));
  return redirectSaved(call.request, "/settings", { form: "email", message });
};

const savePassword: SettingsAction = async (call) => {
  const viewer = await requireUser(call);
  const input = await readInput(call.request, changePasswordSchema);
  await verifyOwnPassword(call, viewer.id, () => changePassword(viewer, input));
  logSecurityEvent(call, "password_changed", viewer.id);
  const { headers } = await startCookieSession(call.request, viewer.id);
  const message = ACCOUNT_MESSAGES.passwordChanged;
  return redirectSaved(call.request, "/settings", { form: "password", message, more: headers });
};

/** Checks the safety switch; the confirmation checks it again. */
const leave: SettingsAction = async ({ request }) => {
  const { leave: choice } = await readInput(request, deletionChoice);
  return redirect(`/settings/delete-${choice}?safety=on`);
};

export const action = formActions(
  { audience: "member", body: "files", limit: "edit" },
  {
    profile: { run: saveProfile, failed: ACCOUNT_MESSAGES.profileFailed, keepFiles: keepPhotos("avatar", 1) },
    email: { run: saveEmail, failed: EMAIL_MESSAGES.failed },
    password: { run: savePassword, failed: ACCOUNT_MESSAGES.passwordFailed },
    ...SESSION_FORMS,
    ...DATA_FORMS,
    [CHOOSE_DELETION]: { run: leave, whileSuspended: true },
  },
);

export const clientAction = formClientAction((intent) =>
  intent === "profile"
    ? ACCOUNT_MESSAGES.profileFailed
    : intent === "password"
      ? ACCOUNT_MESSAGES.passwordFailed
      : intent === "email"
        ? EMAIL_MESSAGES.failed
        : "Something went wrong.",
);

export default function Settings() {
  const {
    isPasswordSet,
    profile: all,
    pendingEmail,
    mailRefusedAt,
    sessionId,
    hasGarage,
    isReauthenticated,
  } = useLoaderData<typeof loader>();
  const { review, ...profile } = all;
  const failure = useActionData<FormFailure | undefined>();
  return (
    <Page narrow>
      <PageHeader title="Settings" />
      {mailRefusedAt === null ? null : (
        <div className="mb-8">
          <Notice type="error">
            We cannot deliver email to <EmailAddress address={profile.email} />: its mail server refused it,{" "}
            <Moment at={mailRefusedAt} />. Until an email is delivered, you get no notifications by email and no link
            for a new password. Please contact your email provider, or{" "}
            <a className="link" href="/toolbox">
              write to us
            </a>
            .
          </Notice>
        </div>
      )}
      {failure?.values.intent === UNLOCK_DATA ? <DataDownload isReauthenticated={false} /> : null}
      <div>
        <Section id="profile" title="Profile">
          <HiddenNotice held={review !== null} {...review} />
          <PageForm draft preventScrollReset intent="profile" initial={{ ...profile }} encType="multipart/form-data">
            <AvatarField current={profile.avatar} />
            <Field name="name" label="Name" maxLength={PROFILE_LIMITS.name} autoComplete="name" />
            <TextArea name="bio" label="Bio" hint="A few words about you." maxLength={PROFILE_LIMITS.bio} optional />
            <Field name="location" label="Location" maxLength={PROFILE_LIMITS.location} optional />
            <SubmitButton busy="Saving…">Save profile</SubmitButton>
          </PageForm>
        </Section>
        <Section id="email-and-password" title="Email and password">
          <dl className="mb-8">
            <Fact label="Email">
              <EmailAddress address={profile.email} />
            </Fact>
            {pendingEmail === null ? null : (
              <Fact label="New address, waiting for its link to be opened">
                <EmailAddress address={pendingEmail} />
              </Fact>
            )}
          </dl>
          {isPasswordSet ? <PasswordAndEmail pendingEmail={pendingEmail} sessionId={sessionId} /> : <NoPassword />}
        </Section>
        <Section id="danger-zone" title="Danger zone">
          {/* Keyed by the garage, so that the switch is off again after it was deleted. */}
          <DangerZone key={String(hasGarage)} hasGarage={hasGarage} isReauthenticated={isReauthenticated} />
        </Section>
      </div>
    </Page>
  );
}

interface PasswordAndEmailProps {
  pendingEmail: string | null;
  sessionId: number | undefined;
}

function PasswordAndEmail({ pendingEmail, sessionId }: PasswordAndEmailProps) {
  return (
    <>
      <h3 id="password" className="mb-5 text-lg">
        Change password
      </h3>
      {/* Keyed by the session, which a password change replaces: the typed passwords are cleared. */}
      <PageForm preventScrollReset intent="password" key={sessionId}>
        <PasswordField name="passwordCurrent" label="Current password" autoComplete="current-password" />
        <PasswordFields label="New password" />
        <p className="mb-6 text-grey">This logs you out on your other devices.</p>
        <SubmitButton busy="Saving…" kind="secondary">
          Change password
        </SubmitButton>
      </PageForm>
      <h3 id="email" className="mt-10 mb-5 text-lg">
        Change email address
      </h3>
      {/* Keyed, so that the typed password is cleared. */}
      <PageForm preventScrollReset intent="email" key={pendingEmail}>
        <Field
          name="email"
          label="New email address"
          hint="We send a link to it. Your address changes when you open the link."
          type="email"
          autoComplete="email"
        />
        <PasswordField name="password" label="Your password" autoComplete="current-password" />
        <SubmitButton busy="Sending…" kind="secondary">
          Change email address
        </SubmitButton>
      </PageForm>
    </>
  );
}

function AvatarField({ current }: { current: string }) {
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <Avatar avatar={current} size={96} alt="Your current profile photo" />
      <div className="min-w-0 flex-1 basis-64">
        <FileField name="avatar" label="New profile photo" hint="Shown next to your name." optional tray={{}} />
      </div>
    </div>
  );
}
