import { redirect } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { env } from "~/env.server";
import { getProviderMessages, type ProviderProfile } from "~/features/accounts/identities.server";
import { DomainError } from "~/lib/errors";
import { now, SECOND } from "~/lib/time";
import { COOKIES } from "./cookies";
import { finishAtProvider, type LoginSecrets, startAtProvider } from "./provider.server";
import { storePendingLogin } from "./second-step.server";
import { safeReturnTo, signedCookie } from "./session.server";

interface Purpose {
  returnTo: string;
  /** Token, or "". */
  invite: string;
  /** Who links the identity; null for a login. */
  linkedBy: number | null;
}

interface PendingProvider extends Purpose, LoginSecrets {
  until: number;
}

/**
 * @returns a redirect to the provider
 * @throws DomainError like `startAtProvider`
 */
export async function beginAtProvider({ returnTo, invite = "", linkedBy = null }: Partial<Purpose>): Promise<Response> {
  const { url, secrets } = await startAtProvider();
  const until = now() + COOKIES.provider.seconds * SECOND;
  const pending: PendingProvider = {
    ...secrets,
    returnTo: safeReturnTo(returnTo),
    invite: invite.slice(0, 100),
    linkedBy,
    until,
  };
  return redirect(url, { headers: { "Set-Cookie": await signedCookie("provider").serialize(pending) } });
}

/** null if none, expired, or of another login than the address. */
export async function readPendingProvider({ headers, url }: Request): Promise<PendingProvider | null> {
  const value = (await signedCookie("provider").parse(headers.get("cookie"))) as PendingProvider | null;
  const isOfAddress = value?.state === new URL(url).searchParams.get("state");
  return value !== null && isOfAddress && value.until > now() ? value : null;
}

export const clearPendingProvider = (): Promise<string> => signedCookie("provider").serialize("", { maxAge: 0 });

interface Verified {
  profile: ProviderProfile;
  purpose: Purpose;
}

/** OpenID Connect, from the provider's redirect on. */
class OpenIdStrategy extends Strategy<Verified, Verified> {
  name = "oidc";

  override async authenticate(request: Request): Promise<Verified> {
    const pending = await readPendingProvider(request);
    if (pending === null) throw new DomainError("invalid", getProviderMessages().over);
    const profile = await finishAtProvider(new URL(request.url).search, pending);
    return this.verify({ profile, purpose: pending });
  }
}

const authenticator = new Authenticator<Verified>().use(new OpenIdStrategy(async (verified) => verified));

/** @throws DomainError invalid, unavailable */
export const finishProviderLogin = (request: Request): Promise<Verified> => authenticator.authenticate("oidc", request);

/** null if no code is needed. */
export const pauseForCode = async (userId: number, returnTo: string) =>
  env().OIDC_SECOND_STEP === "theirs" ? null : storePendingLogin(userId, returnTo);
