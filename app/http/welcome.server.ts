import { createCookie } from "@remix-run/node";
import { cookieName, cookieSettings } from "./cookies.server";

const name = () => cookieName("paddock_welcome");
/** Seconds in which the new garage has to be looked at. */
const MAX_AGE = 600;

const cookie = () => createCookie(name(), cookieSettings());

/** The headers that have the page of a new garage welcome its owner, once. */
export async function welcomeHeaders(garageId: number) {
  return { "Set-Cookie": await cookie().serialize(garageId, { maxAge: MAX_AGE }) };
}

/**
 * Whether the owner of this garage comes from onboarding, and the header that makes it once: sent only when it is so,
 * so that other responses stay free of cookies.
 */
export async function takeWelcome(request: Request, garageId: number) {
  const header = request.headers.get("cookie");
  if (!header?.includes(`${name()}=`) || (await cookie().parse(header)) !== garageId) return { welcome: false };
  return { welcome: true, headers: { "Set-Cookie": await cookie().serialize("", { maxAge: 0 }) } };
}
