import { redirect } from "@remix-run/node";
import { dropSavedForm } from "~/features/accounts/saved-forms.server";
import { readForm, toggleAction } from "~/http/page/page.server";
import { requireUser, safeReturnTo } from "~/http/session/session.server";

/** Nothing to look at: kept words show up in their form. */
export const loader = () => redirect("/");

/** Deletes the saved form of an expired session, and goes back to `returnTo`. */
export const action = toggleAction({
  audience: "member",
  limit: "edit",
  run: async ({ request }) => {
    dropSavedForm((await requireUser(request)).id);
    const { values } = await readForm(request);
    return redirect(safeReturnTo(values.returnTo));
  },
});
