import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { isAdmin, isStaff, type Viewer } from "~/features/accounts/policy";
import { MANY_ACTS, MANY_NAMES } from "~/features/administration/limits";
import { logRequestFault } from "~/http/fault.server";
import { pageLoader } from "~/http/page/page.server";
import { type RequestArgs, requireUser } from "~/http/session/session.server";
import { BesideMenu, type MenuItem } from "~/ui/layout/side-menu";
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
  const { pathname, search } = useLocation();
  if (menu === null) return <Outlet />;
  const queues = { title: "Queues", items: listQueues(menu) };
  return (
    <BesideMenu
      label="Staff"
      groups={menu.isAdmin ? [queues, ...ADMINISTRATION] : [queues]}
      path={menuPath(pathname, new URLSearchParams(search))}
    >
      <Outlet />
    </BesideMenu>
  );
}

function menuPath(pathname: string, params: URLSearchParams): string {
  if (pathname === "/moderation" && params.get("state") === "appealed") return `${pathname}?appealed`;
  const act = MANY_NAMES.find((name) => name === params.get("act"));
  return pathname === "/moderation/many" && act ? `${MANY_ACTS[act][0]}/many` : pathname;
}

interface MenuProps {
  isAdmin: boolean;
  counts: Partial<QueueCounts>;
}

function listQueues({ isAdmin, counts }: MenuProps): MenuItem[] {
  const { cases, objections, events, held, applications, tickets } = counts;
  const eventsPath = isAdmin ? "/admin/events" : "/moderation/events";
  const queues = [
    { to: "/moderation", label: "Cases", count: cases, pages: /^\/moderation($|\/cases|\/(?=many))/ },
    { to: "/moderation?state=appealed", label: "Objections", count: objections, pages: /^\/moderation\?appealed$/ },
    { to: eventsPath, label: "Pending events", count: events, pages: /^\/(admin|moderation)\/events/ },
    { to: "/moderation/held", label: "First posts", count: held },
    { to: "/moderation/applications", label: "Applications", count: applications },
  ];
  if (!isAdmin) return queues;
  return [...queues, { to: "/admin/tickets", label: "Support Inbox", count: tickets }];
}

/** For admins. */
const ADMINISTRATION = [
  {
    title: "Administration",
    items: [
      { to: "/admin", label: "Dashboard", pages: /^\/admin$/ },
      { to: "/admin/users", label: "Members" },
      { to: "/admin/invitations", label: "Invitations" },
      { to: "/admin/door", label: "Registration" },
      { to: "/admin/blocks", label: "Blocked networks" },
      { to: "/admin/site", label: "Site" },
      { to: "/admin/log", label: "Log" },
    ],
  },
  {
    title: "System",
    items: [
      { to: "/admin/mail", label: "Mail" },
      { to: "/admin/jobs", label: "Jobs" },
      { to: "/admin/backups", label: "Backups" },
      { to: "/admin/storage", label: "Storage" },
      { to: "/admin/about", label: "Installation" },
    ],
  },
];
