import { env } from "~/env.server";
import { SESSION_IDLE_MS, SESSION_SECONDS, SIGN_UP_TTL_MS } from "~/features/accounts/limits";
import { INVITATION_LIMITS, INVITE_LIMITS, REFUSED_APPLICATION_TTL_MS } from "~/features/accounts/registration/limits";
import { plural } from "~/lib/text";
import { DAY, SECOND } from "~/lib/time";
import { BACKUP_MONTHS } from "~/services/backups/repository.server";
import { MAIL_RETENTION_MS } from "~/services/mail/worker.server";
import { UPLOAD_TTL_MS } from "~/services/uploads/resumable.server";

interface Cookie {
  name: string;
  purpose: string;
  life: string;
}

/** These features cannot be imported here: a test compares each figure with its source. */
export const DRAFT_FIGURES = { caseMonths: 6, formDraftDays: 30, chosenPhotoDays: 1, cachedPictureDays: 7 } as const;

/** Known only to the operator. */
const GAPS = {
  operator: "[your name and address]",
  contact: "[your email address]",
  log: "[how long you keep the log]",
  backups: "[how long you keep backups]",
  providers: "[your providers]",
  authority: "[your data protection authority]",
} as const;

/** The draft's remaining gaps, without duplicates, in the order of the text. */
export function gapsIn(text: string): string[] {
  const gaps: readonly string[] = Object.values(GAPS);
  // Text before a round bracket is a link.
  const placeholders = text.match(/\[[^[\]]+\](?!\()/g) ?? [];
  return [...new Set(placeholders)].filter((gap) => gaps.includes(gap));
}

const days = (ms: number) => plural(ms / DAY, "day");

/**
 * The personal data stored by the software, and for how long. Gaps for the operator are in square brackets. Every
 * change of stored data must be made here and in `docs/security.md`.
 */
export function privacyDraft({ name, contact }: { name: string; contact: string }, cookies: readonly Cookie[]): string {
  const { caseMonths, formDraftDays, chosenPhotoDays, cachedPictureDays } = DRAFT_FIGURES;
  const afterCase = `until ${plural(caseMonths, "month")} after the case is closed`;
  return `# Who is responsible
${name} is run by ${GAPS.operator}. Write to ${contact || GAPS.contact} about your data.

# When you visit without an account
- We set no cookie. ${loadedFromElsewhere()}
- Our server’s log has a line for most requests: when it came, which page it was for and how it was answered. Your network address, and the number of your account if you have one, is in it when you sign up, log in (also if it fails) or out, end a session, change your password or two-step verification, or delete your account, when our staff do something, and when we refuse a request because it is forbidden, comes from another site or exceeds a limit. The log is kept for ${GAPS.log}.
- If a page fails in your browser, it sends us the error and the path of the page, for the same log.
- To stop floods and guessed passwords we count requests by network address. The counts are in memory only, as hashes, for a day at most.
- If you let the map use your position, your browser sends it to us rounded to about a kilometre. We do not store it.

# When you have an account
- Your name, your email address, your password as a hash, and what you add: a profile photo, your garage, vehicles, photos, build log, comments, reviews, likes, follows, events, and which events you go to. We keep these until you delete them or your account. An event cannot be deleted; once it is approved, you can cancel it.
- All of this is public except your email address, your password, and what you have not published, such as private costs. Your email address is shown only to you and our admins. Our staff also see what is not public yet.
- We re-encode photos, without camera data and location. The files that you sent are deleted within about ${days(UPLOAD_TTL_MS)}.
- A session for each browser or program you log in with, with its name and when it was last used: until you log out, ${days(SESSION_IDLE_MS)} after its last use, or ${days(SESSION_SECONDS * SECOND)} after the login at the latest; and when you were last here, to the hour.
- If you use two-step verification, its secret and your recovery codes as hashes, until you turn it off.
- Your settings, the members you block or mute and the series of events you follow, until you change them; the secret address of your calendar, until you turn it off; invites you create, for ${days(INVITE_LIMITS.days * DAY)} at most.
- Notifications, until what they are about is deleted, or your account. Emails stay in our outbox for ${days(MAIL_RETENTION_MS)} after they were sent.
- A hash of each form that creates something is kept for about an hour, to prevent duplicates.
- A sign-up that is not confirmed is deleted after ${days(SIGN_UP_TTL_MS)}. An application for an account is kept until we decide, and if we refuse it for ${days(REFUSED_APPLICATION_TTL_MS)} more. If we invited you by email, we keep your address for ${days((INVITE_LIMITS.days + INVITATION_LIMITS.keptDays) * DAY)} at most.

# When you write to the Tool Box
We store what you write, our answers, and your name and email address if you gave them or have an account. We keep it without a time limit, even if you have no account: ask us if you want it deleted.

# Reports and decisions
- If you report something, we store what you wrote, and who you are: your account, or the name and email address that you gave. We keep this ${afterCase}; if you delete your account earlier, what you wrote stays as long, without it.
- If something of yours is reported or we decide about it, we keep a copy of it as it was, your name and what you and our staff write about it ${afterCase}, even if you delete it or your account. A decision against you is closed when we have decided on your objection, when you can no longer object (${plural(caseMonths, "month")} after it), or when your account is gone. While something of yours stays hidden, we keep the reason.
- What was decided, when and by which rule stays for our figures. It is no longer linked to you once your account is gone.
- What our staff do is logged without a time limit: who did it, when, why, and to what, by its number. Of a published event the log also has the texts before and after a change.

# When an account ends
- If you delete your account, under Settings, everything in it is deleted at once, including what others wrote about your garage and vehicles.
- What stays: your published events, your requests in the Tool Box and answers you gave there as an admin, as from "Deleted member" and without your email address; what is kept about reports and decisions, as said above; the logs; and backups until they expire. Ask us if a text that stays names you.
- If we deactivate your account, nothing in it is shown any more, except your published events. Nothing is deleted, and you cannot log in: write to us for a copy, or to have it deleted.
- Photos that were public can stay in the caches of browsers and networks for up to ${plural(cachedPictureDays, "day")}.

# Cookies and what your browser keeps
Over https, the names of our cookies begin with \\_\\_Host-; without https they may end with the number of a port.

${cookies.map(({ name, purpose, life }) => `- ${name.replaceAll("_", "\\_")} ${purpose} (${life})`).join("\n")}
- What you type into a form is kept in your browser for up to ${plural(formDraftDays, "day")}, and photos that you choose for ${plural(chosenPhotoDays, "day")}, until you send them or log out.
- If you turn off one-key shortcuts, your browser remembers it.

# Who else has your data, and backups
- Our server, our mail and our backups are run by ${GAPS.providers}.
- ${backupRetention()} What is deleted here is deleted there when the backup expires.

# What you can do
- Download your data, under Settings: everything you have added, your sessions, requests and reports, and decisions about you. It does not include notifications, emails and our logs: ask us for those.
- Change or delete what you have added, or delete your whole account.
- Ask us, at the address above, or complain to ${GAPS.authority}.
`;
}

/** By this site's configuration. */
function loadedFromElsewhere(): string {
  const { IMAGE_HOSTS, MAP_TILE_URL } = env();
  const sources = [
    ...(MAP_TILE_URL === undefined ? [] : [`the map, from ${new URL(MAP_TILE_URL).host}`]),
    ...(IMAGE_HOSTS.length === 0
      ? []
      : [`pictures that are stored at ${IMAGE_HOSTS.map((origin) => new URL(origin).host).join(" or ")}`]),
  ];
  if (sources.length === 0) return "Nothing is loaded from other sites.";
  return `Nothing is loaded from other sites but ${sources.join(", and ")}. These sites learn your network address.`;
}

/** Known only for backups taken by the site itself. */
function backupRetention(): string {
  if (env().BACKUP_EVERY === null) return `Backups of the site are kept for ${GAPS.backups}.`;
  return `Encrypted backups of the site are kept for up to ${plural(BACKUP_MONTHS, "month")}.`;
}
