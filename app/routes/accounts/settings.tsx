import { type ActionFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { DangerZone, LEAVE } from "~/features/account-deletion/components/danger-zone";
import { deletionChoice } from "~/features/account-deletion/schema.server";
import { AvatarField } from "~/features/accounts/components/avatar-field";
import { PasswordFields } from "~/features/accounts/components/password-fields";
import { END_OTHERS, END_SESSION, SessionList } from "~/features/accounts/components/session-list";
import { MESSAGES, PROFILE_LIMITS } from "~/features/accounts/limits";
import { changePassword } from "~/features/accounts/passwords.server";
import { getProfile, updateProfile } from "~/features/accounts/profile.server";
import { changePasswordSchema, profileFormSchema } from "~/features/accounts/schema.server";
import { AGAIN_MESSAGES } from "~/features/accounts/second-step-limits";
import { isSecondStepOn } from "~/features/accounts/second-step-queries.server";
import { againSchema } from "~/features/accounts/second-step-schema.server";
import { endSessionOf, endSessionsOf, listSessions } from "~/features/accounts/sessions.server";
import { DataDownload, UNLOCK_DATA } from "~/features/data-export/components/data-download";
import { getPhotoRoom } from "~/features/vehicles/quota-queries.server";
import { logSecurityOf } from "~/http/call.server";
import { askPasswordAgain, hasFreshLogin } from "~/http/fresh-login.server";
import { checkOwnPassword } from "~/http/login.server";
import { formActions, pageLoader, readForm } from "~/http/page.server";
import { formHeaders } from "~/http/page-headers";
import { openSession, requireUser, sessionToken } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { sizeInWords } from "~/lib/text";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Field, PasswordField, TextArea } from "~/ui/field";
import { PageForm } from "~/ui/form";
import { keepTyped } from "~/ui/keep-typed";
import { Page, PageHeader } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Settings · Paddock" }];

export const headers = formHeaders;

export const loader = pageLoader(async ({ request }) => {
  const viewer = await requireUser(request);
  const sessions = listSessions(viewer, (await sessionToken(request)) ?? "");
  const { used, quota } = getPhotoRoom(viewer.id);
  return {
    profile: getProfile(viewer),
    sessions,
    room: { used: sizeInWords(used), quota: sizeInWords(quota) },
    hasGarage: viewer.garageId !== null,
    secondStepOn: isSecondStepOn(viewer.id),
    fresh: await hasFreshLogin(request),
  };
});

type Act = (args: ActionFunctionArgs) => Promise<Response>;

const saveProfile: Act = async ({ request }) => {
  const viewer = await requireUser(request);
  const { values, files } = await readForm(request);
  await updateProfile(viewer, decode(profileFormSchema, values), files.avatar ?? []);
  return redirectWithToast("/settings", MESSAGES.profileUpdated);
};

const savePassword: Act = async (call) => {
  const viewer = await requireUser(call.request);
  const input = decode(changePasswordSchema, (await readForm(call.request)).values);
  await checkOwnPassword(call, viewer.id, () => changePassword(viewer, input));
  logSecurityOf(call, "password_changed", viewer.id);
  const { headers } = await openSession(call.request, viewer.id);
  return redirectWithToast("/settings", MESSAGES.passwordChanged, "success", headers);
};

const endSession: Act = async (call) => {
  const viewer = await requireUser(call.request);
  const { values } = await readForm(call.request);
  const ended = endSessionOf(viewer, requireId(values.sessionId, MESSAGES.sessionGone));
  if (ended) logSecurityOf(call, "session_ended", viewer.id);
  return redirectWithToast("/settings", ended ? MESSAGES.sessionEnded : MESSAGES.sessionGone);
};

const endOthers: Act = async (call) => {
  const viewer = await requireUser(call.request);
  endSessionsOf(viewer.id, await sessionToken(call.request));
  logSecurityOf(call, "session_ended", viewer.id, { others: true });
  return redirectWithToast("/settings", MESSAGES.otherSessionsEnded);
};

/** Checks the password before the download. */
const unlockData: Act = async (args) => {
  await askPasswordAgain(args, decode(againSchema, (await readForm(args.request)).values).password);
  return redirectWithToast("/settings#data", AGAIN_MESSAGES.confirmed);
};

/** Checks the safety switch and redirects to the confirmation, which checks it again. */
const leave: Act = async ({ request }) => {
  const { leave: what } = decode(deletionChoice, (await readForm(request)).values);
  return redirect(`/settings/delete-${what}?safety=on`);
};

export const action = formActions(
  { audience: "member", body: "files", limit: "edit" },
  {
    profile: { keepsWords: true, run: saveProfile, failed: MESSAGES.profileFailed },
    password: { run: savePassword, failed: MESSAGES.passwordFailed },
    [END_SESSION]: { run: endSession },
    [END_OTHERS]: { run: endOthers },
    [UNLOCK_DATA]: { run: unlockData },
    [LEAVE]: { run: leave },
  },
);

export const clientAction = keepTyped((intent) =>
  intent === "profile"
    ? MESSAGES.profileFailed
    : intent === "password"
      ? MESSAGES.passwordFailed
      : "Something went wrong.",
);

export default function Settings() {
  const { profile, sessions, room, hasGarage, secondStepOn, fresh } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Settings" lead={`You are logged in as ${profile.email}.`} />
      <Part id="profile" title="Profile">
        <PageForm
          draft
          intent="profile"
          initial={{ ...profile }}
          encType="multipart/form-data"
          className="max-w-form"
          // Clears the file field after the picture was saved.
          key={profile.avatar}
        >
          <AvatarField current={profile.avatar} />
          <Field name="name" label="Name" maxLength={PROFILE_LIMITS.name} autoComplete="name" />
          <TextArea name="bio" label="Bio" hint="A few words about you." maxLength={PROFILE_LIMITS.bio} optional />
          <Field name="location" label="Location" maxLength={PROFILE_LIMITS.location} autoComplete="off" optional />
          <SubmitButton busy="Saving…">Save profile</SubmitButton>
        </PageForm>
      </Part>
      <Part id="notifications" title="Notifications">
        <p className="mb-5 max-w-measure">What you are told about, on the site and by mail, and how often.</p>
        <ButtonLink to="/settings/notifications">Notification settings</ButtonLink>
      </Part>
      <Part id="password" title="Change password">
        {/* Keyed by the session, which a password change replaces: the typed passwords are cleared. */}
        <PageForm intent="password" className="max-w-form" key={sessions[0]?.id}>
          <PasswordField name="passwordCurrent" label="Current password" autoComplete="current-password" />
          <PasswordFields label="New password" />
          <p className="mb-6 text-grey">This logs you out on your other devices.</p>
          <SubmitButton busy="Saving…" kind="secondary">
            Change password
          </SubmitButton>
        </PageForm>
      </Part>
      <Part id="second-step" title="Second step">
        <p className="mb-5 max-w-measure">
          {secondStepOn
            ? "It is on: logging in asks for your password and a code from your authenticator app."
            : "It is off. Turn it on, and logging in asks for a code from your authenticator app as well as your password."}
        </p>
        <ButtonLink to="/settings/security">{secondStepOn ? "Manage it" : "Set it up"}</ButtonLink>
      </Part>
      <Part id="sessions" title="Your sessions">
        <SessionList sessions={sessions} />
      </Part>
      <Part id="people" title="Blocked and muted">
        <p className="mb-5 max-w-measure">
          Whom you have blocked cannot act on what is yours; of whom you have muted you hear nothing.
        </p>
        <ButtonLink to="/settings/people">See who</ButtonLink>
      </Part>
      <Part id="data" title="Your data">
        <p className="mb-5 max-w-measure">
          Your photos take up {room.used} of {room.quota}.
        </p>
        <p className="mb-5 max-w-measure">
          A copy of everything we hold about you: your garage, vehicles and photos, your comments, likes, reviews and
          requests, as JSON and as a page that opens in any browser, even offline.
        </p>
        <DataDownload fresh={fresh} />
      </Part>
      <Part id="danger-zone" title="Danger zone">
        {/* Keyed by the garage, so that the switch is off again after it was deleted. */}
        <DangerZone key={String(hasGarage)} hasGarage={hasGarage} fresh={fresh} />
      </Part>
    </Page>
  );
}

/** A section of the page; on wide screens its title is beside it. */
function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="mt-12 gap-x-8 border-t-2 border-ink pt-4 first-of-type:mt-0 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]"
    >
      <h2 id={id} className="mb-5">
        {title}
      </h2>
      <div className="lg:pt-1">{children}</div>
    </section>
  );
}
