import { redirect } from "@remix-run/node";
import { pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";

/** To the viewer's garage, or onboarding. */
export const loader = pageLoader(async ({ request, context }) => {
  const { garageId } = await requireUser({ request, context });
  return redirect(garageId === null ? "/onboarding" : `/garages/${garageId}`);
});
