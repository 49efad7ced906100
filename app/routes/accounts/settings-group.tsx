import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { canInvite } from "~/features/accounts/registration/policy";
import { getRegistrationSettings } from "~/features/accounts/registration/queries.server";
import { pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";
import { BesideMenu } from "~/ui/layout/side-menu";

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  return { viewerCanInvite: canInvite(viewer, getRegistrationSettings()) };
});

const PAGES = [
  { to: "/settings", label: "Profile", pages: /^\/settings$/ },
  { to: "/settings/security", label: "Security", pages: /^\/settings\/security/ },
  { to: "/settings/notifications", label: "Notifications", pages: /^\/settings\/notifications/ },
  { to: "/settings/people", label: "People", pages: /^\/settings\/people/ },
  { to: "/settings/calendar", label: "Calendar", pages: /^\/settings\/calendar/ },
  { to: "/settings/data", label: "Data", pages: /^\/settings\/data/ },
];

const INVITES = { to: "/settings/invites", label: "Invites", pages: /^\/settings\/invites/ };

const LISTS = [
  { to: "/reports", label: "My reports", pages: /^\/reports/ },
  { to: "/cases", label: "Decisions", pages: /^\/cases/ },
];

const DELETION = {
  to: "/settings#danger-zone",
  label: "Delete garage or account",
  pages: /^\/settings\/delete-/,
  isDanger: true,
};

export default function SettingsGroup() {
  const { viewerCanInvite } = useLoaderData<typeof loader>();
  const groups = [{ items: PAGES }, { items: viewerCanInvite ? [INVITES, ...LISTS] : LISTS }, { items: [DELETION] }];
  return (
    <BesideMenu label="Settings" groups={groups} path={useLocation().pathname}>
      <Outlet />
    </BesideMenu>
  );
}
