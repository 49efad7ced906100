import { data, type MetaFunction } from "@remix-run/node";
import type { RouteHandle } from "~/http/context";
import { pageTitle } from "~/ui/document/page-title";
import { NotFound } from "~/ui/layout/not-found";

export const handle: RouteHandle = { cache: { query: [] } };

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Page Not Found")];

/** `/profile/{id}` of an unknown user. */
export const loader = () => data(null, { status: 404 });

export default function NotFoundPage() {
  return <NotFound />;
}
