import { Link, useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { plural } from "~/lib/text";
import { BellIcon } from "~/ui/icons";

/**
 * With script the count is polled while the page is visible.
 * @param layout source of the count: a new one resets it
 */
export function Bell({ layout }: { layout: { unread: number } }) {
  const { pathname } = useLocation();
  const [polled, setPolled] = useState<{ unread: number; since: object }>();
  const currentLayout = useRef(layout);
  // A new layout overrides an older poll.
  const { unread } = polled?.since === layout ? polled : layout;
  useEffect(() => {
    currentLayout.current = layout;
  }, [layout]);
  useEffect(() => {
    let hasEnded = false;
    let end = () => {};
    import("../poll-unread").then(
      ({ pollUnread }) => {
        if (!hasEnded) end = pollUnread((number) => setPolled({ unread: number, since: currentLayout.current }));
      },
      // On failure the count stays as rendered.
      () => {},
    );
    return () => {
      hasEnded = true;
      end();
    };
  }, []);
  return (
    <Link
      to="/notifications"
      aria-current={pathname === "/notifications" ? "page" : undefined}
      className="relative inline-flex size-11 items-center justify-center"
    >
      <BellIcon className="size-6" />
      <span className="sr-only">{unread > 0 ? plural(unread, "new notification") : "Notifications"}</span>
      {unread > 0 ? (
        <span aria-hidden="true" className="bell-number">
          {unread > 99 ? "99+" : unread}
        </span>
      ) : null}
    </Link>
  );
}
