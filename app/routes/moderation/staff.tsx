import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { isAdmin, isStaff, type Viewer } from "~/features/accounts/policy";
import { logRequestFault } from "~/http/fault.server";
import { pageLoader } from "~/http/page/page.server";
import { type RequestArgs, requireUser } from "~/http/session/session.server";
import { formatCount } from "~/lib/text";
import { getQueueCounts, type QueueCounts } from "./queue-counts.server";

/** Protects nothing: each loader and action checks the viewer itself. */
export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  return isStaff(viewer) ? { isAdmin: isAdmin(viewer), counts: countQueues(viewer, { request, context }) } : null;
});

/** None after a fault, which must not replace the page or its own message. */
function countQueues(viewer: Viewer, { request, context }: RequestArgs): Partial<QueueCounts> {
  try {
    return getQueueCounts(viewer);
  } catch (error) {
    logRequestFault(error, request, context);
    return {};
  }
}

export default function StaffGroup() {
  const menu = useLoaderData<typeof loader>();
  if (menu === null) return <Outlet />;
  return (
    <div className="staff wrap">
      <StaffMenu {...menu} />
      <Outlet />
    </div>
  );
}

interface Item {
  to: string;
  label: string;
  /** The paths on which it is the current one. `?appealed` stands for the filter of that name. */
  pages: RegExp;
  count?: number | undefined;
}

interface MenuProps {
  isAdmin: boolean;
  counts: Partial<QueueCounts>;
}

function listQueues({ isAdmin, counts }: MenuProps): Item[] {
  const { cases, objections, events, held, applications, tickets } = counts;
  const queues = [
    { to: "/moderation", label: "Cases", count: cases, pages: /^\/moderation(\/cases\/.*)?$/ },
    { to: "/moderation?state=appealed", label: "Objections", count: objections, pages: /^\/moderation\?appealed$/ },
    {
      to: isAdmin ? "/admin/events" : "/moderation/events",
      label: "Pending events",
      count: events,
      pages: /^\/(admin|moderation)\/events/,
    },
    { to: "/moderation/held", label: "First posts", count: held, pages: /^\/moderation\/held/ },
    {
      to: "/moderation/applications",
      label: "Applications",
      count: applications,
      pages: /^\/moderation\/applications/,
    },
  ];
  if (!isAdmin) return queues;
  return [...queues, { to: "/admin/tickets", label: "Support Inbox", count: tickets, pages: /^\/admin\/tickets/ }];
}

/** For admins. */
const SITE: Item[] = [
  { to: "/admin", label: "Dashboard", pages: /^\/admin$/ },
  { to: "/admin#users", label: "Members", pages: /^\/admin\/users/ },
  { to: "/admin/door", label: "Registration", pages: /^\/admin\/door/ },
  { to: "/admin/site", label: "Site", pages: /^\/admin\/site/ },
  { to: "/admin/log", label: "Log", pages: /^\/admin\/log/ },
];

function StaffMenu({ isAdmin, counts }: MenuProps) {
  return (
    <nav aria-label="Staff" className="staff-menu">
      <Group id="staff-queues" title="Queues" items={listQueues({ isAdmin, counts })} />
      {isAdmin ? <Group id="staff-site" title="Site" items={SITE} /> : null}
    </nav>
  );
}

function Group({ id, title, items }: { id: string; title: string; items: Item[] }) {
  const { pathname, search } = useLocation();
  const isAppealed = new URLSearchParams(search).get("state") === "appealed";
  const path = pathname.replace(/\/$/, "") + (pathname === "/moderation" && isAppealed ? "?appealed" : "");
  // A menu's page has at most two segments.
  const current = path.split("/").length > 3 ? true : "page";
  return (
    <div>
      <p id={id}>{title}</p>
      <ul aria-labelledby={id}>
        {items.map(({ to, label, pages, count = 0 }) => (
          <li key={to}>
            <Link to={to} aria-current={pages.test(path) ? current : undefined}>
              {label} {count > 0 ? <span>{formatCount(count)}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
