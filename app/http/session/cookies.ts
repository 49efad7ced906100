import { CHALLENGE_TTL_MS, SESSION_SECONDS } from "~/features/accounts/limits";
import { plural } from "~/lib/text";
import { SECOND } from "~/lib/time";

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;

interface CookieOfOurs {
  name: string;
  /** null: until the browser is closed. */
  seconds: number | null;
  /** As "About us" explains it. */
  purpose: string;
}

/** Every cookie of the site, listed on "About us". */
export const COOKIES = {
  session: { name: "paddock_session", seconds: SESSION_SECONDS, purpose: "keeps you logged in" },
  device: {
    name: "paddock_device",
    seconds: 365 * DAY_SECONDS,
    purpose:
      "records that you have logged in with this browser, so that we can warn you about a login from another one",
  },
  secondStep: {
    name: "paddock_second_step",
    seconds: 10 * MINUTE_SECONDS,
    purpose: "remembers that your password was right while you enter your code",
  },
  passkey: {
    name: "paddock_passkey",
    seconds: CHALLENGE_TTL_MS / SECOND,
    purpose: "remembers what your passkey has to sign when you add it or log in with it",
  },
  provider: {
    name: "paddock_provider",
    seconds: 10 * MINUTE_SECONDS,
    purpose: "recognizes you when another site that you log in with sends you back",
  },
  signUp: {
    name: "paddock_sign_up",
    seconds: DAY_SECONDS,
    purpose: "records that you signed up with this browser, so that you only need to open the link in our email",
  },
  welcome: { name: "paddock_welcome", seconds: 10 * MINUTE_SECONDS, purpose: "welcomes you to your new garage, once" },
  announcement: {
    name: "paddock_announcement",
    seconds: 30 * DAY_SECONDS,
    purpose: "remembers which announcement you have dismissed",
  },
  toast: { name: "paddock_toast", seconds: null, purpose: "carries a message to the next page" },
} as const satisfies Record<string, CookieOfOurs>;

export type CookieKey = keyof typeof COOKIES;

export function cookieLifetime({ seconds }: CookieOfOurs): string {
  if (seconds === null) return "until you close the browser";
  return seconds < DAY_SECONDS ? plural(seconds / MINUTE_SECONDS, "minute") : plural(seconds / DAY_SECONDS, "day");
}
