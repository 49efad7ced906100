import { CALENDAR_TYPE } from "~/lib/media-types";
import { useOrigin } from "~/ui/document/page-title";
import { searchParams, type TypedEventSearch } from "../search-address";

const EVENTS_FEED_PATH = "/events/feed.xml";

/** @param site its name */
export const eventsFeedLink = (site: string) => ({ title: `${site} · Events`, path: EVENTS_FEED_PATH });

const LINK = "link inline-flex min-h-11 items-center";

/** A plain link, because the file is no page of the router. */
export function AddToCalendar({ eventId, cancelled }: { eventId: number; cancelled: boolean }) {
  return (
    <a href={`/events/${eventId}.ics`} type={CALENDAR_TYPE} download className="button mt-3 w-full">
      {/* For users with the event in their calendar: the file contains the cancellation. */}
      {cancelled ? "Update your calendar" : "Add to calendar"}
    </a>
  );
}

/** `webcal:` for calendar programs (needs script), the file, the Atom feed. */
export function SubscribeLinks({ searchInput }: { searchInput: TypedEventSearch }) {
  const origin = useOrigin();
  const filled = searchParams(searchInput);
  const file = `/events.ics${filled.length > 0 ? `?${new URLSearchParams(filled)}` : ""}`;
  return (
    <p className="mt-10 flex flex-wrap gap-x-6">
      {origin === undefined ? null : (
        <a href={origin.replace(/^https?:/, "webcal:") + file} className={LINK}>
          Subscribe
          <span className="sr-only"> to these events in your calendar</span>
        </a>
      )}
      <a href={file} type={CALENDAR_TYPE} className={LINK}>
        Calendar file
      </a>
      <a href={EVENTS_FEED_PATH} type="application/atom+xml" className={LINK}>
        Atom feed
      </a>
    </p>
  );
}
