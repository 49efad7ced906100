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
  { to: "/settings/security", label: "Security" },
  { to: "/settings/notifications", label: "Notifications" },
  { to: "/settings/people", label: "People" },
  { to: "/settings/calendar", label: "Calendar" },
  { to: "/settings/data", label: "Data" },
];

const INVITES = { to: "/settings/invites", label: "Invites" };

const LISTS = [
  { to: "/reports", label: "My reports" },
  { to: "/cases", label: "Decisions" },
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
