import { generateSync } from "otplib";
import type { Browser } from "./browser-like";

/** @param at ms */
export const codeAt = (secret: string, at = Date.now()): string =>
  generateSync({ secret: secret.replace(/\s/g, ""), epoch: Math.floor(at / 1000) });

/** With the previous time step's code, so that the current one stays unused. */
export async function turnOnSecondStep(browser: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await browser.api("POST", "/users/me/second-step", {})).json.data.doc;
  const code = codeAt(secret, Date.now() - 30_000);
  const { status, json } = await browser.api("PATCH", "/users/me/second-step", { code });
  if (status !== 200) throw new Error(`the second step could not be turned on: ${status} ${json.message}`);
  return { secret, recoveryCodes: json.data.doc.recoveryCodes };
}
