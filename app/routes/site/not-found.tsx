import { data, type MetaFunction } from "@remix-run/node";
import { NotFound } from "~/ui/layout/not-found";

export const meta: MetaFunction = () => [{ title: "Page Not Found · Paddock" }];

/** Shown for `/profile/{id}` of an unknown person. */
export const loader = () => data(null, { status: 404 });

export default function NotFoundPage() {
  return <NotFound />;
}
