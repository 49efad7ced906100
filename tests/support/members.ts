import { type Browser, browserLike } from "./browser-like";
import { readMail } from "./mail";

type Site = { url: string; mailDir: string };

export const PASSWORD = "correct horse battery";

export interface Member {
  name: string;
  email: string;
  password: string;
  /** Logged in. */
  browser: Browser;
  id: string;
}

export interface Owner extends Member {
  garageId: string;
}

let serial = 0;

/** Signs a person up through the pages and the mail, as people do. */
export async function signUp(server: Site, name = "Ada Driver"): Promise<Member> {
  serial += 1;
  const email = `${name.toLowerCase().replace(/[^a-z]+/g, ".")}.${process.pid}.${serial}@example.com`;
  const browser = browserLike(server);
  const sent = await browser.submit("/signup", { name, email, password: PASSWORD, passwordConfirm: PASSWORD });
  if (sent.status >= 400) throw new Error(`sign-up failed: ${sent.status} ${sent.page.text("main")}`);
  const mail = await readMail(server, email, /verify-email/);
  const link = mail.links.find((address) => address.includes("/verify-email/"));
  if (!link) throw new Error(`no link in the mail: ${mail.text}`);
  const verified = await browser.submit(new URL(link).pathname);
  if (verified.status !== 302) throw new Error(`verification failed: ${verified.status} ${verified.page.text("main")}`);
  const { json } = await browser.api("GET", "/users/me");
  return { name, email, password: PASSWORD, browser, id: json.data.user._id };
}

/** The same, with a garage opened through the onboarding page. */
export async function signUpWithGarage(
  server: Site,
  name = "Ada Driver",
  garageName = `${name}'s garage`,
): Promise<Owner> {
  const member = await signUp(server, name);
  const fields = { garageName, location: "Goodwood, England", about: "" };
  const opened = await member.browser.submit("/onboarding", fields, {});
  const garageId = /\/garages\/([^/?#]+)/.exec(opened.location)?.[1];
  if (!garageId) throw new Error(`onboarding failed: ${opened.status} ${opened.location} ${opened.page.text("main")}`);
  return { ...member, garageId };
}

/** A bearer token for the API, through its login call. */
export async function bearerOf(
  server: Site,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const { status, json } = await browserLike(server).api("POST", "/users/login", { email, password });
  if (status !== 200) throw new Error(`login failed: ${status} ${json?.message}`);
  return json.token;
}
