import { Link } from "@remix-run/react";
import { Chip } from "~/ui/chip";
import type { NotificationView } from "../queries.server";

/** One notification. Its link changes something, so no script and no browser fetches it before somebody follows it. */
export function NotificationLine({ notification }: { notification: NotificationView }) {
  const { id, text, isRead, at, ago, exactly } = notification;
  return (
    <div className="relative py-4">
      <Link
        to={`/notifications/${id}`}
        reloadDocument
        prefetch="none"
        rel="nofollow"
        className={`card-link wrap-anywhere hover:underline ${isRead ? "" : "font-bold"}`}
      >
        {text}
      </Link>
      <div className="mt-1 flex min-h-7 items-center gap-3 text-sm">
        {isRead ? null : <Chip tone="live">New</Chip>}
        <time dateTime={at} title={exactly} className="text-grey">
          {ago}
        </time>
      </div>
    </div>
  );
}
