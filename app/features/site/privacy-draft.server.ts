import { SESSION_SECONDS } from "~/features/accounts/limits";
import { plural } from "~/lib/text";
import { DAY, SECOND } from "~/lib/time";

interface Cookie {
  name: string;
  purpose: string;
  /** Lifetime of the cookie, as text. */
  life: string;
}

/**
 * First draft of a site's privacy text: the personal data that the software stores. Gaps for the operator are in square
 * brackets.
 */
export function privacyDraft({ name, contact }: { name: string; contact: string }, cookies: readonly Cookie[]): string {
  return `# Who is responsible
${name} is run by [your name and address]. Write to ${contact || "[your email address]"} about your data.

# What we store when you only look
- Our server's log has the address, time, page and network address of requests that it refuses or that fail, and of logins. We keep it for [how long].
- No cookie is set, and nothing is loaded from other sites, unless somebody has put a picture from one of the hosts that we allow into an event or a vehicle.

# What we store when you have an account
- Your name, your email address, your password as a hash, and what you choose to add: a picture of you, your garage, vehicles, photos, build log, comments, reviews, likes, follows and events. Camera data, including location, is removed from photos.
- Your email address is never shown. What you publish is public until you delete it.
- A session for each browser you log in with, with the name of the browser and when it was used: ${plural((SESSION_SECONDS * SECOND) / DAY, "day")}, or until you log out.
- Notifications and the emails that we send you.
- A sign-up that is not confirmed is deleted after a day, and an application that was refused after 30 days.

# Reports and decisions
- If you report something, we store what you wrote, and your name and email address where you gave them, until six months after the case is closed.
- If we decide about something of yours, we keep what it was about until six months after the case is closed.
- What our staff do is logged.

# Cookies
${cookies.map(({ name, purpose, life }) => `- ${name.replaceAll("_", "\\_")} ${purpose} (${life})`).join("\n")}

# Backups
Copies of all of this are kept for [how long], at [where].

# What you can do
- Download everything that we hold about you, under Settings.
- Delete your account, under Settings: what is yours goes with it at once, and from backups when these expire.
- Ask us, at the address above, or complain to [your data protection authority].
`;
}
