import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deleteEntry } from "~/features/build-log/commands.server";
import { deleteEntryConfirmation } from "~/features/build-log/components/confirmations";
import { ENTRY_DELETED } from "~/features/build-log/limits";
import { ENTRY_NOT_FOUND } from "~/features/build-log/policy";
import { getOwnEntryPage } from "~/features/build-log/queries.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { withMemberAndId } from "~/http/session/session.server";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { ConfirmPage } from "~/ui/forms/confirm";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Delete this entry?")];

export const loader = pageLoader(
  withMemberAndId("entryId", ENTRY_NOT_FOUND, (viewer, id) => {
    const { entry } = getOwnEntryPage(id, viewer);
    return { id: entry.id, title: entry.title, photoCount: entry.photos.length };
  }),
);

export const action = pageAction({
  audience: "member",
  limit: "edit",
  failed: "Something went wrong.",
  run: withMemberAndId("entryId", ENTRY_NOT_FOUND, async (viewer, id) => {
    const vehicleId = await deleteEntry(viewer, id);
    return redirectWithToast(`/vehicles/${vehicleId}/build`, ENTRY_DELETED);
  }),
});

export const clientAction = formClientAction("Something went wrong.");

export default function DeleteEntryPage() {
  const { id, title, photoCount } = useLoaderData<typeof loader>();
  return <ConfirmPage {...deleteEntryConfirmation(id, title, photoCount)} cancelTo={`/build/${id}`} />;
}
