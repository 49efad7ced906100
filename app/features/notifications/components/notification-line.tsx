import { Link } from "@remix-run/react";
import { Chip } from "~/ui/chip";
import type { NotificationView } from "../queries.server";

/** One notification. Its link changes something, so no script and no browser fetches it before somebody follows it. */
export function NotificationLine({ notification }: { notification: NotificationView }) {
  const { id, text, isRead, at, ago, exactly } = notification;
  return (
    <div className="relative flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <Link
          to={`/notifications/${id}`}
          reloadDocument
          prefetch="none"
          rel="nofollow"
          className={`card-link wrap-anywhere hover:underline ${isRead ? "" : "font-bold"}`}
        >
          {text}
        </Link>
        <time dateTime={at} title={exactly} className="block text-sm text-grey">
          {ago}
        </time>
      </div>
      {isRead ? null : <Chip tone="live">New</Chip>}
    </div>
  );
}
