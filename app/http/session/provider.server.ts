import * as openid from "openid-client";
import { env, type LoginProvider, publicUrl } from "~/env.server";
import { getProviderMessages, type ProviderProfile } from "~/features/accounts/identities.server";
import { DomainError } from "~/lib/errors";
import { log } from "~/services/log/log.server";

const TIMEOUT_SECONDS = 5;

const callbackUrl = () => `${publicUrl()}/login/oidc/callback`;

let discovery: Promise<openid.Configuration> | undefined;
let authorizationEndpoint: string | undefined;

/** Kept until the process ends; a failed one is repeated. */
function discover(): Promise<openid.Configuration> {
  discovery ??= readMetadata(env().provider!).catch((error) => {
    discovery = undefined;
    throw error;
  });
  return discovery;
}

async function readMetadata({ issuer, clientId, clientSecret }: LoginProvider): Promise<openid.Configuration> {
  const authenticate: openid.ClientAuth = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const auth = methods.includes("client_secret_basic") ? openid.ClientSecretBasic : openid.ClientSecretPost;
    auth(clientSecret)(server, ...rest);
  };
  const isPlain = issuer.startsWith("http:");
  const configuration = await openid.discovery(new URL(issuer), clientId, clientSecret, authenticate, {
    timeout: TIMEOUT_SECONDS,
    execute: [openid.enableNonRepudiationChecks, ...(isPlain ? [openid.allowInsecureRequests] : [])],
  });
  authorizationEndpoint = configuration.serverMetadata().authorization_endpoint;
  return configuration;
}

/** At the start, so that the first page's policy has the right origin. */
export async function prepareProvider(): Promise<void> {
  if (env().provider !== null) await askProvider(discover).catch(() => {});
}

/** Of the page that a login leads to, for `form-action`: Chromium applies it to redirects too. */
export function providerOrigins(): string[] {
  const { provider } = env();
  if (provider === null) return [];
  return [...new Set([provider.issuer, authorizationEndpoint ?? provider.issuer].map((url) => new URL(url).origin))];
}

/** Of one login. */
export interface LoginSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** @throws DomainError unavailable; not_found without a provider */
export async function startAtProvider(): Promise<{ url: string; secrets: LoginSecrets }> {
  getProviderMessages();
  const configuration = await askProvider(discover);
  const secrets = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
  };
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(),
    scope: "openid email profile",
    code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: "S256",
    state: secrets.state,
    nonce: secrets.nonce,
  });
  return { url: url.href, secrets };
}

/**
 * @param search of the address that the provider sent the browser to
 * @throws DomainError unavailable; invalid if anything does not match
 */
export function finishAtProvider(search: string, { state, nonce, verifier }: LoginSecrets): Promise<ProviderProfile> {
  return askProvider(async () => {
    const configuration = await discover();
    const tokens = await openid.authorizationCodeGrant(configuration, new URL(callbackUrl() + search), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    const hasMore = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
    const more = hasMore ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub) : undefined;
    return profileOf({ ...more, ...claims }, more ?? claims);
  });
}

/** @param ofAddress the one source of the address and whether it is verified */
function profileOf(claims: openid.IDToken, ofAddress: Record<string, unknown>): ProviderProfile {
  const text = (name: string, from: Record<string, unknown> = claims) =>
    typeof from[name] === "string" ? from[name] : "";
  return {
    ...{ issuer: claims.iss, subject: claims.sub },
    ...{ name: text("name"), username: text("preferred_username"), email: text("email", ofAddress) },
    isVerified: [true, "true"].includes(ofAddress.email_verified as boolean | string),
  };
}

const UNREACHABLE = ["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM", "OAUTH_RESPONSE_IS_NOT_JSON"];

/** Logs the reason for the operator. */
async function askProvider<T>(ask: () => Promise<T>): Promise<T> {
  const messages = getProviderMessages();
  try {
    return await ask();
  } catch (error) {
    const { message, code = "" } = error as Error & { code?: string };
    log.warn({ code, reason: message }, "login at the provider failed");
    const isAway = error instanceof TypeError || UNREACHABLE.includes(code);
    throw isAway ? new DomainError("unavailable", messages.unreachable) : new DomainError("invalid", messages.failed);
  }
}
