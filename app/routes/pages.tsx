import { Outlet } from "@remix-run/react";
import { ErrorScreen } from "~/ui/error-screen";

/** Every page stands in this place of the frame. Where one fails, only this part gives way, and can be tried again. */
export default function Pages() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorScreen />;
}
