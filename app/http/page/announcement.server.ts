import { type Announcement, currentAnnouncement } from "~/services/site/site.server";
import { signedCookie } from "../session/session.server";

/** What the site announces now, unless it has been put away in this browser. */
export async function announcementFor(request: Request): Promise<Announcement | undefined> {
  const found = currentAnnouncement();
  if (!found) return undefined;
  const hidden: unknown = await signedCookie("announcement").parse(request.headers.get("cookie"));
  return hidden === found.id ? undefined : found;
}

/** The header that puts an announcement away in a browser. */
export async function hideAnnouncement(id: string) {
  return { "Set-Cookie": await signedCookie("announcement").serialize(id) };
}
