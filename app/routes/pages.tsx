import { Outlet } from "@remix-run/react";
import { ErrorScreen } from "~/ui/layout/error-screen";

/** Its error boundary replaces only the page, not header and footer. */
export default function Pages() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorScreen />;
}
