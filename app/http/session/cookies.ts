import { SESSION_SECONDS } from "~/features/accounts/limits";
import { plural } from "~/lib/text";

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

interface CookieOfOurs {
  name: string;
  /** How long a browser keeps it; null: until it is closed. */
  seconds: number | null;
  /** What it does, as the page about us says it. */
  purpose: string;
}

/** Every cookie that the site sets: what sets them (`session.server.ts`) and the page that names them are made of this. */
export const COOKIES = {
  session: { name: "paddock_session", seconds: SESSION_SECONDS, purpose: "keeps you logged in" },
  device: {
    name: "paddock_device",
    seconds: 365 * DAY,
    purpose: "tells us that you have logged in with this browser before, so that a login from a new one can be noticed",
  },
  secondStep: {
    name: "paddock_second_step",
    seconds: 10 * MINUTE,
    purpose: "remembers that your password was right while you enter your code",
  },
  signUp: {
    name: "paddock_sign_up",
    seconds: DAY,
    purpose: "tells us that you signed up with this browser, so that the link in our email is enough",
  },
  welcome: { name: "paddock_welcome", seconds: 10 * MINUTE, purpose: "welcomes you to your new garage, once" },
  toast: { name: "paddock_toast", seconds: null, purpose: "carries a message to the next page" },
} as const satisfies Record<string, CookieOfOurs>;

export type CookieKey = keyof typeof COOKIES;

/** How long a browser keeps a cookie of ours, in words. */
export function lifeOf({ seconds }: CookieOfOurs): string {
  if (seconds === null) return "until you close the browser";
  return seconds < DAY ? plural(seconds / MINUTE, "minute") : plural(seconds / DAY, "day");
}
