import { Outlet } from "@remix-run/react";
import { CACHE_PRIVATE } from "~/http/caching";
import { pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";

/** Must not stay in the cache of a shared browser. */
export const headers = () => CACHE_PRIVATE;

/** Protects nothing: each loader and action checks the session itself. */
export const loader = pageLoader(async ({ request, context }) => {
  await requireUser({ request, context });
  return null;
});

export default function MemberGroup() {
  return <Outlet />;
}
