import { type Announcement, currentAnnouncement } from "~/services/site/site.server";
import { signedCookie } from "../session/session.server";

/** The current announcement, unless it was dismissed in this browser. */
export async function announcementFor(request: Request): Promise<Announcement | undefined> {
  const dismissed = await dismissedAnnouncement(request.headers.get("cookie"));
  return dismissed === undefined ? currentAnnouncement() : undefined;
}

/**
 * The id of the current announcement if the `Cookie` header has dismissed it; a cookie of an older announcement, or
 * without our signature, is ignored.
 */
export async function dismissedAnnouncement(cookie: string | null): Promise<string | undefined> {
  const announcement = currentAnnouncement();
  if (!announcement || cookie === null) return undefined;
  return (await signedCookie("announcement").parse(cookie)) === announcement.id ? announcement.id : undefined;
}

/** The Set-Cookie header that dismisses an announcement. */
export async function hideAnnouncement(id: string) {
  return { "Set-Cookie": await signedCookie("announcement").serialize(id) };
}
