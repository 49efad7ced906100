import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { login } from "~/features/accounts/login.server";
import { loginSchema } from "~/features/accounts/schema.server";
import { decode } from "~/lib/decode";
import { type Call, checkLogin } from "./login.server";
import { readForm } from "./page.server";

/** Knows who somebody is by the login form. It holds no session: whoever asks opens one. */
const authenticator = new Authenticator<number>().use(
  new FormStrategy(({ form }) => login(decode(loginSchema, Object.fromEntries(form)))),
  "login",
);

/**
 * Checks the login form of a page.
 * @returns the person's id
 * @throws DomainError like `checkLogin`
 */
export async function authenticateForm(call: Call): Promise<number> {
  const { values } = await readForm(call.request);
  const { email } = decode(loginSchema, values);
  // The body has been read; the strategy gets its own copy, whatever type it was sent in.
  const form = new Request(call.request.url, { method: "POST", body: new URLSearchParams(values) });
  return checkLogin(call, email, () => authenticator.authenticate("login", form));
}
