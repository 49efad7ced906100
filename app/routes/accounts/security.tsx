import { type ActionFunctionArgs, data, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { PasskeyList } from "~/features/accounts/components/passkey-list";
import { NoPassword, ProviderLinks } from "~/features/accounts/components/provider-login";
import {
  ConfirmSecondStepForm,
  RecoveryCodes,
  SecondStepStatus,
  StartSecondStepForm,
} from "~/features/accounts/components/second-step-forms";
import { SessionList } from "~/features/accounts/components/session-list";
import { SECOND_STEP_MESSAGES } from "~/features/accounts/limits";
import { codeSchema, reauthenticationSchema } from "~/features/accounts/schema.server";
import {
  confirmSecondStep,
  findSecondStepSetup,
  renewRecoveryCodes,
  startSecondStep,
  turnOffSecondStep,
} from "~/features/accounts/second-step/commands.server";
import { formatCode } from "~/features/accounts/second-step/one-time-code.server";
import { getSecondStep } from "~/features/accounts/second-step/queries.server";
import { listSessions } from "~/features/accounts/sessions.server";
import { listWaysIn } from "~/features/accounts/ways-in.server";
import { CACHE_PRIVATE } from "~/http/caching";
import { logSecurityEvent } from "~/http/call.server";
import { formActions, pageLoader } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { isReauthenticatedRequest, reauthenticate } from "~/http/session/login.server";
import { readSessionToken, requireUser } from "~/http/session/session.server";
import { drawQrCode } from "~/lib/qr-code.server";
import { pageTitle, useSite } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { Page, PageHeader, Section } from "~/ui/layout/page";
import { PASSKEY_FORMS } from "./passkey-forms.server";
import { PROVIDER_FORMS } from "./provider-forms.server";
import { SESSION_FORMS } from "./settings-forms.server";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Security")];

export const headers = () => CACHE_PRIVATE;

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  const isReauthenticated = await isReauthenticatedRequest(request);
  const setup = findSecondStepSetup(viewer);
  // In an unattended browser, the secret of an unfinished second step must not be readable.
  const setupView = setup && isReauthenticated ? { secret: formatCode(setup.secret), qr: drawQrCode(setup.uri) } : null;
  const secondStep = getSecondStep(viewer.id);
  const sessions = listSessions(viewer, (await readSessionToken(request)) ?? "");
  const { passkeys, identities, hasPassword } = listWaysIn(viewer.id);
  const passkeyList = { passkeys, isReauthenticated: isReauthenticated || !hasPassword };
  const begun = setup !== null && !secondStep.on;
  return {
    isReauthenticated,
    secondStep,
    begun,
    setup: setupView,
    sessions,
    passkeyList,
    identities,
    hasPassword,
  };
});

/** Password within the last 15 minutes. */
async function requireOwner(args: ActionFunctionArgs) {
  const viewer = await requireUser(args);
  const { password } = await readInput(args.request, reauthenticationSchema);
  await reauthenticate(args, password);
  return { viewer, token: (await readSessionToken(args.request)) ?? "" };
}

async function start(args: ActionFunctionArgs) {
  const { viewer } = await requireOwner(args);
  startSecondStep(viewer);
  return redirect("/settings/security");
}

/** Recovery codes appear only here: not cached. */
const once = (message: string, codes: string[]) => data({ message, codes }, { headers: CACHE_PRIVATE });

async function confirm(args: ActionFunctionArgs) {
  const { code } = await readInput(args.request, codeSchema);
  const { viewer, token } = await requireOwner(args);
  const codes = confirmSecondStep(viewer, code, token);
  logSecurityEvent(args, "second_step_on", viewer.id);
  return once(SECOND_STEP_MESSAGES.turnedOn, codes);
}

async function renew(args: ActionFunctionArgs) {
  const { viewer } = await requireOwner(args);
  return once(SECOND_STEP_MESSAGES.newCodes, renewRecoveryCodes(viewer));
}

async function disableSecondStep(args: ActionFunctionArgs) {
  const { viewer, token } = await requireOwner(args);
  if (!turnOffSecondStep(viewer, token)) return redirect("/settings/security");
  logSecurityEvent(args, "second_step_off", viewer.id);
  return redirectWithToast("/settings/security", SECOND_STEP_MESSAGES.turnedOff);
}

const { failed } = SECOND_STEP_MESSAGES;

export const action = formActions<
  Response | ReturnType<typeof once> | Awaited<ReturnType<(typeof PASSKEY_FORMS)["add-passkey"]["run"]>>
>(
  { audience: "member", body: "text", limit: "edit" },
  {
    start: { run: start, failed },
    confirm: { run: confirm, failed },
    codes: { run: renew, failed },
    off: { run: disableSecondStep, failed },
    ...PASSKEY_FORMS,
    ...PROVIDER_FORMS,
    ...SESSION_FORMS,
  },
);

export const clientAction = formClientAction(failed);

export default function SecurityPage() {
  const { secondStep, begun, setup, isReauthenticated, sessions, passkeyList, ...ways } =
    useLoaderData<typeof loader>();
  const { provider } = useSite();
  const actionData = useActionData<typeof action>();
  const newCodes = actionData && "codes" in actionData ? actionData : null;
  return (
    <Page narrow>
      <PageHeader title="Security" />
      <p className="mb-8">
        <Link to="/settings#email-and-password" className="link">
          Change your password or email address
        </Link>
      </p>
      <div>
        {ways.hasPassword ? null : <NoPassword />}
        <Section id="second-step" title="Two-step verification">
          <p className="mb-6">
            When it is on, you need a code from your phone as well as your password to log in, so a stolen password is
            not enough.
          </p>
          {newCodes ? <RecoveryCodes key={newCodes.codes[0]} {...newCodes} /> : null}
          {secondStep.on ? (
            <SecondStepStatus secondStep={secondStep} isReauthenticated={isReauthenticated} />
          ) : begun ? (
            <ConfirmSecondStepForm setup={setup} isReauthenticated={isReauthenticated} />
          ) : (
            <StartSecondStepForm isReauthenticated={isReauthenticated} />
          )}
        </Section>
        <Section id="passkeys" title="Passkeys">
          <p className="mb-6">Log in with your fingerprint, face or screen lock instead of a password.</p>
          <PasskeyList {...passkeyList} />
        </Section>
        {provider === null ? null : (
          <Section id="provider" title={`Log in with ${provider}`}>
            <ProviderLinks identities={ways.identities} isReauthenticated={isReauthenticated} />
          </Section>
        )}
        <Section id="sessions" title="Your sessions">
          <SessionList sessions={sessions} />
        </Section>
      </div>
    </Page>
  );
}
