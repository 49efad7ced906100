import { type ActionFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { CHOOSE_DELETION, DangerZone } from "~/features/account-deletion/components/danger-zone";
import { deletionChoice } from "~/features/account-deletion/schema.server";
import { PasswordFields, ReauthenticationField } from "~/features/accounts/components/password-fields";
import { END_OTHERS, END_SESSION, SessionList } from "~/features/accounts/components/session-list";
import { ACCOUNT_MESSAGES, PROFILE_LIMITS, REAUTHENTICATION_MESSAGES } from "~/features/accounts/limits";
import { changePassword } from "~/features/accounts/passwords.server";
import { getProfile, updateProfile } from "~/features/accounts/profile.server";
import { getAccount } from "~/features/accounts/queries.server";
import { canInvite } from "~/features/accounts/registration/policy";
import { getRegistrationSettings } from "~/features/accounts/registration/queries.server";
import { changePasswordSchema, profileFormSchema, reauthenticationSchema } from "~/features/accounts/schema.server";
import { isSecondStepOn } from "~/features/accounts/second-step/queries.server";
import { endOwnSession, endUserSessions, listSessions } from "~/features/accounts/sessions.server";
import { messageAfter } from "~/features/holds/holding.server";
import { keepPhotos, replaceKept } from "~/features/photos/kept-photos.server";
import { getPhotoQuota } from "~/features/photos/new-photos.server";
import { resolveFormPhotos } from "~/features/photos/uploads.server";
import { logSecurityEvent } from "~/http/call.server";
import { formActions, pageLoader } from "~/http/page/page.server";
import { readForm, readInput } from "~/http/page/submitted-form.server";
import { redirectSaved, redirectWithToast } from "~/http/page/toast.server";
import { isReauthenticatedRequest, reauthenticate, verifyOwnPassword } from "~/http/session/login.server";
import { readSessionToken, requireUser, startCookieSession } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { revisionOf, unlessChanged } from "~/lib/revision.server";
import { pick } from "~/lib/rows";
import { formatBytes, isolate } from "~/lib/text";
import { Avatar } from "~/ui/avatar";
import { pageTitle } from "~/ui/document/page-title";
import { EmailAddress } from "~/ui/email-address";
import { ButtonLink, SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { Field, PasswordField, TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { HiddenNotice } from "~/ui/hidden-mark";
import { Notice } from "~/ui/layout/notice";
import { Page, PageHeader } from "~/ui/layout/page";
import { Moment } from "~/ui/moment";
import { FileField } from "~/ui/uploads/file-field";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Settings")];

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  const sessions = listSessions(viewer, (await readSessionToken(request)) ?? "");
  const { used, quota } = getPhotoQuota(viewer.id);
  const profile = getProfile(viewer);
  return {
    profile: { ...profile, revision: revisionOf(profileTexts(profile)) },
    mailRefusedAt: getAccount(viewer.id).mailRefusedAt,
    sessions,
    room: { used: formatBytes(used), quota: formatBytes(quota) },
    viewerCanInvite: canInvite(viewer, getRegistrationSettings()),
    hasGarage: viewer.garageId !== null,
    secondStepOn: isSecondStepOn(viewer.id),
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

const savePassword: SettingsAction = async (call) => {
  const viewer = await requireUser(call);
  const input = await readInput(call.request, changePasswordSchema);
  await verifyOwnPassword(call, viewer.id, () => changePassword(viewer, input));
  logSecurityEvent(call, "password_changed", viewer.id);
  const { headers } = await startCookieSession(call.request, viewer.id);
  const message = ACCOUNT_MESSAGES.passwordChanged;
  return redirectSaved(call.request, "/settings", { form: "password", message, more: headers });
};

const endSession: SettingsAction = async (call) => {
  const viewer = await requireUser(call);
  const { values } = await readForm(call.request);
  const hasEnded = endOwnSession(viewer, requireId(values.sessionId, ACCOUNT_MESSAGES.sessionGone));
  if (hasEnded) logSecurityEvent(call, "session_ended", viewer.id);
  return redirectWithToast("/settings", hasEnded ? ACCOUNT_MESSAGES.sessionEnded : ACCOUNT_MESSAGES.sessionGone);
};

const endOthers: SettingsAction = async (call) => {
  const viewer = await requireUser(call);
  endUserSessions(viewer.id, await readSessionToken(call.request));
  logSecurityEvent(call, "session_ended", viewer.id, { others: true });
  return redirectWithToast("/settings", ACCOUNT_MESSAGES.otherSessionsEnded);
};

const unlockData: SettingsAction = async (args) => {
  await reauthenticate(args, (await readInput(args.request, reauthenticationSchema)).password);
  return redirectWithToast("/settings#data", REAUTHENTICATION_MESSAGES.confirmed);
};

/** Checks the safety switch; the confirmation checks it again. */
const leave: SettingsAction = async ({ request }) => {
  const { leave: choice } = await readInput(request, deletionChoice);
  return redirect(`/settings/delete-${choice}?safety=on`);
};

const UNLOCK_DATA = "data";

export const action = formActions(
  { audience: "member", body: "files", limit: "edit" },
  {
    profile: { run: saveProfile, failed: ACCOUNT_MESSAGES.profileFailed, keepFiles: keepPhotos("avatar", 1) },
    password: { run: savePassword, failed: ACCOUNT_MESSAGES.passwordFailed },
    [END_SESSION]: { run: endSession },
    [END_OTHERS]: { run: endOthers },
    [UNLOCK_DATA]: { run: unlockData, whileSuspended: true },
    [CHOOSE_DELETION]: { run: leave, whileSuspended: true },
  },
);

export const clientAction = formClientAction((intent) =>
  intent === "profile"
    ? ACCOUNT_MESSAGES.profileFailed
    : intent === "password"
      ? ACCOUNT_MESSAGES.passwordFailed
      : "Something went wrong.",
);

export default function Settings() {
  const {
    profile: all,
    mailRefusedAt,
    sessions,
    room,
    viewerCanInvite,
    hasGarage,
    secondStepOn,
    isReauthenticated,
  } = useLoaderData<typeof loader>();
  const { review, ...profile } = all;
  return (
    <Page>
      <PageHeader title="Settings" lead={`You are logged in as ${isolate(profile.email)}.`} />
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
      <Part id="profile" title="Profile">
        <HiddenNotice held={review !== null} {...review} />
        <PageForm
          draft
          preventScrollReset
          intent="profile"
          initial={{ ...profile }}
          encType="multipart/form-data"
          className="max-w-form"
        >
          <AvatarField current={profile.avatar} />
          <Field name="name" label="Name" maxLength={PROFILE_LIMITS.name} autoComplete="name" />
          <TextArea name="bio" label="Bio" hint="A few words about you." maxLength={PROFILE_LIMITS.bio} optional />
          <Field name="location" label="Location" maxLength={PROFILE_LIMITS.location} optional />
          <SubmitButton busy="Saving…">Save profile</SubmitButton>
        </PageForm>
      </Part>
      <Part id="notifications" title="Notifications">
        <p className="mb-5 max-w-measure">Choose what we notify you about, and how often.</p>
        <ButtonLink to="/settings/notifications">Notification settings</ButtonLink>
      </Part>
      <Part id="password" title="Change password">
        {/* Keyed by the session, which a password change replaces: the typed passwords are cleared. */}
        <PageForm preventScrollReset intent="password" className="max-w-form" key={sessions[0]?.id}>
          <PasswordField name="passwordCurrent" label="Current password" autoComplete="current-password" />
          <PasswordFields label="New password" />
          <p className="mb-6 text-grey">This logs you out on your other devices.</p>
          <SubmitButton busy="Saving…" kind="secondary">
            Change password
          </SubmitButton>
        </PageForm>
      </Part>
      <Part id="second-step" title="Two-step verification">
        <p className="mb-5 max-w-measure">
          {secondStepOn
            ? "On. You need your password and a code from your authenticator app to log in."
            : "Off. When on, you also need a code from your authenticator app to log in."}
        </p>
        <ButtonLink to="/settings/security">{secondStepOn ? "Manage it" : "Set it up"}</ButtonLink>
      </Part>
      <Part id="sessions" title="Your sessions">
        <SessionList sessions={sessions} />
      </Part>
      {viewerCanInvite ? (
        <Part id="invites" title="Invites">
          <p className="mb-5 max-w-measure">Create links to invite people you know.</p>
          <ButtonLink to="/settings/invites">Your invites</ButtonLink>
        </Part>
      ) : null}
      <Part id="people" title="Blocked and muted">
        <p className="mb-5 max-w-measure">
          People you block can't interact with you. You won't hear from people you mute.
        </p>
        <ButtonLink to="/settings/people">View list</ButtonLink>
      </Part>
      <Part id="decisions" title="Decisions">
        <p className="mb-5 max-w-measure">What moderators decided about your content, and how to object.</p>
        <ButtonLink to="/cases">See decisions</ButtonLink>
      </Part>
      <Part id="reports" title="My reports">
        <p className="mb-5 max-w-measure">What you have reported, and the results.</p>
        <ButtonLink to="/reports">See reports</ButtonLink>
      </Part>
      <Part id="data" title="Your data">
        <p className="mb-5 max-w-measure">
          Your photos take up {room.used} of {room.quota}.
        </p>
        <p className="mb-5 max-w-measure">
          A copy of everything we hold about you: your garage, vehicles and photos, your comments, likes, reviews and
          requests, as JSON and as a page that opens in any browser, even offline.
        </p>
        <DataDownload isReauthenticated={isReauthenticated} />
      </Part>
      <Part id="danger-zone" title="Danger zone">
        {/* Keyed by the garage, so that the switch is off again after it was deleted. */}
        <DangerZone key={String(hasGarage)} hasGarage={hasGarage} isReauthenticated={isReauthenticated} />
      </Part>
    </Page>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="mt-12 gap-x-8 border-t border-line pt-4 first-of-type:mt-0 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]"
    >
      <h2 id={id} className="mb-5">
        {title}
      </h2>
      <div className="lg:pt-1">{children}</div>
    </section>
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

/** After an old login, the password form first. */
function DataDownload({ isReauthenticated }: { isReauthenticated: boolean }) {
  if (isReauthenticated) {
    return (
      <a href="/settings/export" className="button">
        Download my data (.zip)
      </a>
    );
  }
  return (
    <PageForm intent={UNLOCK_DATA} className="max-w-form">
      <ReauthenticationField isNeeded />
      <SubmitButton busy="One moment…" kind="secondary">
        Show the download
      </SubmitButton>
    </PageForm>
  );
}
