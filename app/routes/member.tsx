import { Outlet } from "@remix-run/react";
import { pageLoader } from "~/http/page.server";
import { requireUser } from "~/http/session.server";

/** The login-required group. It spares children nothing: each loader and action says *who* itself. */
export const loader = pageLoader(async ({ request }) => {
  await requireUser(request);
  return null;
});

export default function MemberGroup() {
  return <Outlet />;
}
