import { generateSync } from "otplib";
import type { Browser } from "./browser-like";

/**
 * The code that an authenticator shows.
 * @param at when, ms
 */
export const codeAt = (secret: string, at = Date.now()): string =>
  generateSync({ secret: secret.replace(/\s/g, ""), epoch: Math.floor(at / 1000) });

/**
 * Turns a member's second step on. The code is the one of the step before, so that the present one is still good.
 * @returns the secret and the recovery codes
 */
export async function turnOnSecondStep(browser: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await browser.api("POST", "/users/me/second-step", {})).json.data.doc;
  const code = codeAt(secret, Date.now() - 30_000);
  const { status, json } = await browser.api("PATCH", "/users/me/second-step", { code });
  if (status !== 200) throw new Error(`the second step could not be turned on: ${status} ${json.message}`);
  return { secret, recoveryCodes: json.data.doc.recoveryCodes };
}
