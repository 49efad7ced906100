import { redirect } from "@remix-run/node";
import { dropParkedForm } from "~/features/accounts/parked-forms.server";
import { pageAction, readForm } from "~/http/page.server";
import { requireUser, safeReturnTo } from "~/http/session.server";

/** Nothing to look at: kept words show up in their form. */
export const loader = () => redirect("/");

/** Discards what is kept of a form that was sent when the session had ended, and goes back to `returnTo`. */
export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "edit",
  run: async ({ request }) => {
    const viewer = await requireUser(request);
    const { values } = await readForm(request);
    dropParkedForm(viewer.id);
    return redirect(safeReturnTo(values.returnTo));
  },
});
