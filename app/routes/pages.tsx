import { Outlet } from "@remix-run/react";
import { formHeaders } from "~/http/page-headers";
import { ErrorScreen } from "~/ui/error-screen";

/** Of a refusal that is shown in the page's place. */
export const headers = formHeaders;

/** Every page stands in this place of the frame. Where one fails, only this part gives way, and can be tried again. */
export default function Pages() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorScreen />;
}
