import { and, eq } from "drizzle-orm";
import { db, prepared } from "~/db/client.server";
import { site } from "~/db/schema";
import { publicUrl } from "~/env.server";

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

const currentHost = () => new URL(publicUrl()).hostname;

/** At the first public start: later changes of APP_URL change no id, so that feed readers show nothing twice. */
export function storeIdHost(host = currentHost()): void {
  if (LOOPBACK.test(host)) return;
  db()
    .update(site)
    .set({ idHost: host })
    .where(and(eq(site.id, 1), eq(site.idHost, "")))
    .run();
}

const storedHost = prepared((database) =>
  database.select({ host: site.idHost }).from(site).where(eq(site.id, 1)).prepare(),
);

/** Host name in the ids of feed entries and calendar events. */
export const idHost = (): string => storedHost().get()?.host || currentHost();
