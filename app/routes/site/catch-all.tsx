import { data, type MetaFunction } from "@remix-run/node";
import { pageTitle } from "~/ui/document/page-title";
import { NotFound } from "~/ui/layout/not-found";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Page Not Found")];

export const loader = () => data(null, { status: 404 });
export const action = loader;

export default function Missing() {
  return <NotFound />;
}
