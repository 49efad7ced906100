import { data, type MetaFunction } from "@remix-run/node";
import { NotFound } from "~/ui/not-found";

export const meta: MetaFunction = () => [{ title: "Page Not Found · Paddock" }];

/** Every address that no other route knows. */
export const loader = () => data(null, { status: 404 });
export const action = loader;

export default function Missing() {
  return <NotFound />;
}
