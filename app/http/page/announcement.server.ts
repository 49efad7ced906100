import { type Announcement, currentAnnouncement } from "~/services/site/site.server";
import { signedCookie } from "../session/session.server";

/** The current announcement, unless the visitor has hidden it in this browser. */
export async function announcementFor(request: Request): Promise<Announcement | undefined> {
  const found = currentAnnouncement();
  if (!found) return undefined;
  const hidden: unknown = await signedCookie("announcement").parse(request.headers.get("cookie"));
  return hidden === found.id ? undefined : found;
}

/** The Set-Cookie header that hides an announcement in a browser. */
export async function hideAnnouncement(id: string) {
  return { "Set-Cookie": await signedCookie("announcement").serialize(id) };
}
