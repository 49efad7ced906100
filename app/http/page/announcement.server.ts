import { type Announcement, currentAnnouncement } from "~/services/site/site.server";
import { signedCookie } from "../session/session.server";

/** Unless dismissed in this browser. */
export async function announcementFor(request: Request): Promise<Announcement | undefined> {
  const dismissedId = await dismissedAnnouncement(request.headers.get("cookie"));
  return dismissedId === undefined ? currentAnnouncement() : undefined;
}

/** The current announcement's id, if dismissed by a cookie with our signature. */
export async function dismissedAnnouncement(cookie: string | null): Promise<string | undefined> {
  const announcement = currentAnnouncement();
  if (!announcement || cookie === null) return undefined;
  return (await signedCookie("announcement").parse(cookie)) === announcement.id ? announcement.id : undefined;
}

export async function hideAnnouncement(id: string) {
  return { "Set-Cookie": await signedCookie("announcement").serialize(id) };
}
