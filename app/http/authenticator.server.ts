import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { login } from "~/features/accounts/login.server";
import { loginSchema } from "~/features/accounts/schema";
import { decode } from "~/lib/decode";
import { countLogin } from "./account-limits.server";
import { readForm } from "./page.server";

/** Knows who somebody is by the login form. It holds no session: whoever asks opens one. */
const authenticator = new Authenticator<number>().use(
  new FormStrategy(({ form }) => login(decode(loginSchema, Object.fromEntries(form)))),
  "login",
);

/**
 * Checks the login form of a page.
 * @returns the person's id
 * @throws DomainError like `login`, and rate_limited
 */
export async function authenticateForm(request: Request, clientAddress: string): Promise<number> {
  const { values } = await readForm(request);
  const { email } = decode(loginSchema, values);
  await countLogin(clientAddress, email);
  // The body has been read; the strategy gets its own copy, whatever type it was sent in.
  const form = new Request(request.url, { method: "POST", body: new URLSearchParams(values) });
  return authenticator.authenticate("login", form);
}
