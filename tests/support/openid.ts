import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import Provider from "oidc-provider";
import { HtmlPage } from "./page";

export const CLIENT = { OIDC_CLIENT_ID: "paddock", OIDC_CLIENT_SECRET: "a secret of both", OIDC_LABEL: "Club Keys" };

export type Claims = Record<string, unknown>;

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  const open = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await open(0);
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { issuer: `http://127.0.0.1:${port}`, close, reopen: () => open(port) };
}

/** `oidc-provider` with its own pages. Unavailable until `register`. */
export async function startOpenIdProvider() {
  let listener: RequestListener = (_, response) => response.writeHead(503).end();
  const server = await serve((request, response) => listener(request, response));
  const people = new Map<string, Claims>();
  const register = (site: string) => {
    const provider = new Provider(server.issuer, {
      clients: [
        {
          client_id: CLIENT.OIDC_CLIENT_ID,
          client_secret: CLIENT.OIDC_CLIENT_SECRET,
          redirect_uris: [`${site}/login/oidc/callback`],
        },
      ],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "preferred_username"] },
      cookies: { keys: ["a key of the tests"] },
      pkce: { required: () => true },
      findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    });
    listener = provider.callback();
  };
  return { ...server, people, register };
}

/**
 * Logs in on the provider's pages.
 * @returns path and query of the site's callback
 */
export async function passProvider(start: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 12; step += 1) {
    const headers = { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
    const response = await fetch(url, { redirect: "manual", headers, ...(body && { method: "POST", body }) });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get("location");
    body = undefined;
    if (location) {
      const target = new URL(location, url);
      if (target.pathname === "/login/oidc/callback") return target.pathname + target.search;
      url = target.href;
      continue;
    }
    const page = new HtmlPage(await response.text());
    url = new URL(page.attribute("form", "action") ?? "", url).href;
    body = new URLSearchParams({ prompt: page.value("prompt") ?? "", login, password: "x" });
  }
  throw new Error(`no way through the provider: ${url}`);
}

/** Answers with these instead of the truth. */
export interface Lies {
  claims?: Claims;
  userInfo?: Claims;
  tokenStatus?: number;
  isSilent?: boolean;
  isForged?: boolean;
}

/** A provider of one person, that lies. Its code is the nonce. */
export async function startLyingProvider(person: Claims) {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const forger = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "1", alg: "RS256", use: "sig" };
  const state: { lies: Lies } = { lies: {} };
  const send = (response: ServerResponse, body: object, status = 200) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  const server = await serve(async (request, response) => {
    const { lies } = state;
    const { pathname } = new URL(request.url ?? "/", server.issuer);
    if (pathname === "/jwks") return send(response, { keys: [jwk] });
    if (pathname === "/userinfo") return send(response, { ...person, ...lies.userInfo });
    if (pathname !== "/token") return send(response, metadata());
    const nonce = new URLSearchParams(await text(request)).get("code") ?? "";
    if (lies.isSilent) return undefined;
    if (lies.tokenStatus !== undefined) return send(response, { error: "server_error" }, lies.tokenStatus);
    const now = Math.floor(Date.now() / 1000);
    const base = { iss: server.issuer, aud: CLIENT.OIDC_CLIENT_ID, iat: now, exp: now + 60, nonce };
    const token = await new SignJWT({ ...base, ...(lies.userInfo ? { sub: person.sub } : person), ...lies.claims })
      .setProtectedHeader({ alg: "RS256", kid: "1" })
      .sign(lies.isForged ? forger.privateKey : privateKey);
    return send(response, { access_token: "a", token_type: "Bearer", expires_in: 60, id_token: token });
  });
  const metadata = () => ({
    issuer: server.issuer,
    authorization_endpoint: `${server.issuer}/auth`,
    token_endpoint: `${server.issuer}/token`,
    userinfo_endpoint: `${server.issuer}/userinfo`,
    jwks_uri: `${server.issuer}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
  });
  return { ...server, lie: (lies: Lies) => void (state.lies = lies) };
}
