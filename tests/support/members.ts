import { hashToken, newToken } from "~/lib/tokens.server";
import { type Browser, browserLike } from "./browser-like";
import type { TestServer } from "./launch";

/** @property from see `browserLike` */
type Site = Pick<TestServer, "url" | "database"> & { from?: string };

export const PASSWORD = "correct horse battery";

export interface Member {
  name: string;
  email: string;
  password: string;
  browser: Browser;
  id: string;
}

export interface Owner extends Member {
  garageId: string;
}

let serial = 0;

export const signUpFields = (email: string, name = "Ada") => ({
  ...{ name, email, password: PASSWORD, passwordConfirm: PASSWORD },
});

/** Through the pages, but with its own link, to save the wait for the mail. Tests of sign-ups read the mail. */
export async function signUp(server: Site, name = "Ada Driver"): Promise<Member> {
  serial += 1;
  const email = `${name.toLowerCase().replace(/[^a-z]+/g, ".")}.${process.pid}.${serial}@example.com`;
  const browser = browserLike(server);
  const signUpResponse = await browser.submit("/signup", signUpFields(email, name));
  if (signUpResponse.status >= 400)
    throw new Error(`sign-up failed: ${signUpResponse.status} ${signUpResponse.page.text("main")}`);
  const verifyResponse = await browser.submit(`/verify-email/${linkTokenOf(server, email)}`);
  if (verifyResponse.status !== 302)
    throw new Error(`verification failed: ${verifyResponse.status} ${verifyResponse.page.text("main")}`);
  const { json } = await browser.api("GET", "/users/me");
  return { name, email, password: PASSWORD, browser, id: json.data.user._id };
}

/**
 * For the address's only sign-up.
 * @returns its token
 */
export function linkTokenOf({ database }: Site, email: string): string {
  const token = newToken();
  const { changes } = database
    .prepare(
      `INSERT INTO sign_up_tokens (sign_up_id, token_hash, created_at, expires_at)
       SELECT id, ?, created_at, created_at + 3600000 FROM sign_ups WHERE email = ?`,
    )
    .run(hashToken(token), email);
  if (changes !== 1) throw new Error(`${changes} sign-ups of ${email}`);
  return token;
}

export async function signUpWithGarage(
  server: Site,
  name = "Ada Driver",
  garageName = `${name}'s garage`,
): Promise<Owner> {
  const member = await signUp(server, name);
  const fields = { garageName, location: "Goodwood, England", about: "" };
  const onboardingResponse = await member.browser.submit("/onboarding", fields, {});
  const garageId = /\/garages\/([^/?#]+)/.exec(onboardingResponse.location)?.[1];
  if (!garageId)
    throw new Error(
      `onboarding failed: ${onboardingResponse.status} ${onboardingResponse.location} ${onboardingResponse.page.text("main")}`,
    );
  return { ...member, garageId };
}

/** @returns its id */
export async function addVehicle({ browser }: Pick<Member, "browser">, overrides: object = {}): Promise<string> {
  const { status, json } = await browser.api("POST", "/vehicles", {
    make: "Saab",
    model: "96",
    year: 1968,
    ...overrides,
  });
  if (status !== 201) throw new Error(`adding a vehicle failed: ${status} ${json.message}`);
  return json.data.doc._id;
}

export type Credentials = Pick<Member, "email" | "password">;

export async function bearerOf(server: Pick<TestServer, "url">, { email, password }: Credentials): Promise<string> {
  const { status, json } = await browserLike(server).api("POST", "/users/login", { email, password });
  if (status !== 200) throw new Error(`login failed: ${status} ${json?.message}`);
  return json.token;
}
