import { redirect } from "@remix-run/node";
import { dropParkedForm } from "~/features/accounts/parked-forms.server";
import { readForm } from "~/http/page.server";
import { requireUser, safeReturnTo } from "~/http/session.server";
import { toggleAction } from "~/http/toggle.server";

/** Nothing to look at: kept words show up in their form. */
export const loader = () => redirect("/");

/** Discards what is kept of a form that was sent when the session had ended, and goes back to `returnTo`. */
export const action = toggleAction({
  audience: "member",
  body: "text",
  limit: "edit",
  run: async ({ request }) => {
    dropParkedForm((await requireUser(request)).id);
    const { values } = await readForm(request);
    return redirect(safeReturnTo(values.returnTo));
  },
});
