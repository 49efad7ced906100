import {
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { MINUTE } from "~/lib/time";
import { CHALLENGE_TTL_MS, PASSKEY_MESSAGES } from "../limits";

/** Before the challenge of the last one expires. */
const RENEW_MS = CHALLENGE_TTL_MS - MINUTE;

/** @throws Error with the text to show */
async function send(path: string, fields: Record<string, string>) {
  const response = await fetch(path, { method: "POST", body: new URLSearchParams(fields) });
  const body = await response.json();
  if (!response.ok) throw new Error(body.message);
  return body;
}

async function askForPasskey(path: string, useBrowserAutofill: boolean): Promise<string> {
  const optionsJSON = await send(path, {});
  const chosen = startAuthentication({ optionsJSON, useBrowserAutofill });
  return JSON.stringify(
    await chosen.catch(() => {
      throw new Error(PASSKEY_MESSAGES.notUsed);
    }),
  );
}

/** @returns where to go @throws Error with the text to show */
async function logIn(path: string, response: string): Promise<string> {
  return (await send(path, { response })).to;
}

export async function logInWithPasskey(path: string): Promise<string> {
  return logIn(path, await askForPasskey(path, false));
}

interface Offer {
  path: string;
  onLogin: (to: string) => void;
  onProblem: (problem: unknown) => void;
}

/** Among the suggestions of the address field. @returns ends it */
export function offerPasskeys({ path, onLogin, onProblem }: Offer): () => void {
  let isOver = false;
  const offer = () =>
    askForPasskey(path, true).then(
      (response) => {
        if (!isOver) logIn(path, response).then(onLogin, onProblem);
      },
      () => {},
    );
  offer();
  const timer = setInterval(offer, RENEW_MS);
  return () => {
    isOver = true;
    clearInterval(timer);
    WebAuthnAbortService.cancelCeremony();
  };
}

/** @throws Error with the text to show */
export async function createPasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<string> {
  try {
    return JSON.stringify(await startRegistration({ optionsJSON }));
  } catch (error) {
    const isKnown = error instanceof Error && error.name === "InvalidStateError";
    throw new Error(isKnown ? PASSKEY_MESSAGES.known : PASSKEY_MESSAGES.notAdded);
  }
}
