import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CheckYourMail } from "~/features/accounts/components/check-your-mail";
import { LoginForm } from "~/features/accounts/components/login-form";
import {
  findIdentityOwner,
  getProviderMessages,
  linkIdentity,
  openByIdentity,
  type ProviderProfile,
} from "~/features/accounts/identities.server";
import { ACCOUNT_MESSAGES } from "~/features/accounts/limits";
import { REGISTRATION_MESSAGES } from "~/features/accounts/registration/limits";
import { notifyStaff } from "~/features/notifications/notify.server";
import { consumeLimit, logRefusal, logSecurityEvent, requireMayWrite } from "~/http/call.server";
import { tokenPageHeaders } from "~/http/page/headers";
import { pageLoader } from "~/http/page/page.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { completeLogin } from "~/http/session/login.server";
import {
  clearPendingProvider,
  finishProviderLogin,
  pauseForCode,
  readPendingProvider,
} from "~/http/session/oidc.server";
import { CODE_PATH } from "~/http/session/second-step.server";
import { getViewer, startCookieSession } from "~/http/session/session.server";
import { submitProviderSignUp } from "~/http/session/sign-up.server";
import { retryHeaders, STATUS } from "~/http/status";
import { DomainError } from "~/lib/errors";
import { pageTitle } from "~/ui/document/page-title";
import { Notice } from "~/ui/layout/notice";
import { Page, PageHeader } from "~/ui/layout/page";

const SECURITY = "/settings/security";

type View = { message: string; waits: boolean } | { email: string; applies: boolean };

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, "Log in"),
  { name: "robots", content: "noindex" },
];

export const headers = tokenPageHeaders;

/** The provider sends the browser here. */
export const loader = pageLoader(async (call) => {
  const messages = getProviderMessages();
  const isOfLogin = (await readPendingProvider(call.request)) !== null;
  const clear = isOfLogin ? { "Set-Cookie": await clearPendingProvider() } : undefined;
  try {
    const answer = await finish(call, messages);
    if (clear) answer.headers.append("Set-Cookie", clear["Set-Cookie"]);
    return "view" in answer ? data(answer.view, { headers: answer.headers }) : answer;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await logRefusal(call, error);
    if (await getViewer(call)) return redirectWithToast(SECURITY, error.message, "error", clear);
    const init = { status: STATUS[error.code], headers: { ...retryHeaders(error), ...clear } };
    return data<View>({ message: error.message, waits: false }, init);
  }
});

const toView = (view: View, headers?: HeadersInit) => ({ view, headers: new Headers(headers) });

async function finish(call: LoaderFunctionArgs, messages: ReturnType<typeof getProviderMessages>) {
  await consumeLimit(call, "providerLogin");
  const { profile, purpose } = await finishProviderLogin(call.request).catch((error) => {
    logSecurityEvent(call, "login_failed", null);
    throw error;
  });
  if (purpose.linkedBy !== null) return link(call, profile, purpose.linkedBy);
  const userId = findIdentityOwner(profile);
  if (userId !== undefined) return logIn(call, userId, purpose.returnTo);
  requireMayWrite(call, null);
  if (!profile.isVerified) {
    const { view, headers } = await submitProviderSignUp(call, profile, purpose.invite);
    return toView(view, headers);
  }
  const newId = openByIdentity(profile, purpose.invite, () => notifyStaff("applications"));
  if (newId === null) return toView({ message: REGISTRATION_MESSAGES.waits, waits: true });
  logSecurityEvent(call, "login", newId);
  const { headers } = await startCookieSession(call.request, newId);
  return redirectWithToast("/onboarding", messages.opened, "success", headers);
}

async function logIn(call: LoaderFunctionArgs, userId: number, returnTo: string) {
  const pendingLogin = await pauseForCode(userId, returnTo);
  if (pendingLogin) return redirect(CODE_PATH, { headers: pendingLogin });
  const { headers } = await completeLogin(call, userId);
  return redirectWithToast(returnTo, ACCOUNT_MESSAGES.loggedIn, "success", headers);
}

async function link(call: LoaderFunctionArgs, profile: ProviderProfile, linkedBy: number) {
  const messages = getProviderMessages();
  const viewer = await getViewer(call);
  if (viewer?.id !== linkedBy) throw new DomainError("invalid", messages.over);
  requireMayWrite(call, viewer);
  if (linkIdentity(viewer, profile)) logSecurityEvent(call, "identity_linked", viewer.id);
  return redirectWithToast(SECURITY, messages.linked);
}

export default function ReturnPage() {
  const view = useLoaderData<View>();
  if ("email" in view) return <CheckYourMail {...view} />;
  const { message, waits } = view;
  return (
    <Page narrow>
      <PageHeader title={waits ? "Your application is waiting" : "Log in"} />
      <div className="mb-6">
        <Notice type={waits ? "success" : "error"}>{message}</Notice>
      </div>
      {waits ? null : <LoginForm returnTo="/" />}
    </Page>
  );
}
