import { Outlet } from "@remix-run/react";
import { formHeaders } from "~/http/page/page-headers";
import { ErrorScreen } from "~/ui/layout/error-screen";

/** For an error that is shown in place of the page. */
export const headers = formHeaders;

/** The layout route of all pages. Its error boundary replaces the page only, not header and footer. */
export default function Pages() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorScreen />;
}
