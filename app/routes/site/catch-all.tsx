import { data, type MetaFunction } from "@remix-run/node";
import { NotFound } from "~/ui/layout/not-found";

export const meta: MetaFunction = () => [{ title: "Page Not Found · Paddock" }];

/** The 404 page, for every address without another route. */
export const loader = () => data(null, { status: 404 });
export const action = loader;

export default function Missing() {
  return <NotFound />;
}
