import { redirect } from "@remix-run/node";
import { announcementInput } from "~/features/site/schema.server";
import { hideAnnouncement } from "~/http/page/announcement.server";
import { toggleAction } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { safeReturnTo } from "~/http/session/session.server";
import { decode } from "~/lib/decode";

/** Dismissing takes a POST. */
export const loader = () => redirect("/");

/** Fields `id` and `returnTo`. Not in the API: this browser only. */
export const action = toggleAction({
  audience: "anyone",
  body: "text",
  limit: "edit",
  failed: "Could not dismiss the announcement.",
  run: async ({ request }) => {
    const { values } = await readForm(request);
    const { id } = decode(announcementInput, values);
    return redirect(safeReturnTo(values.returnTo), { headers: await hideAnnouncement(id) });
  },
});
