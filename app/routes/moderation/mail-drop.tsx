import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dropConfirmation } from "~/features/operations/components/mail-table";
import { OPERATIONS_MESSAGES } from "~/features/operations/limits";
import { dropMail, getUnsentMail } from "~/features/operations/outbox.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { withMemberAndId } from "~/http/session/session.server";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { ConfirmPage } from "~/ui/forms/confirm";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Drop email")];

export const loader = pageLoader(withMemberAndId("mailId", OPERATIONS_MESSAGES.noMail, getUnsentMail));

export const action = pageAction({
  audience: "admin",
  body: "none",
  limit: "moderate",
  run: withMemberAndId("mailId", OPERATIONS_MESSAGES.noMail, (viewer, id) => {
    dropMail(viewer, id);
    return redirectWithToast("/admin/mail", OPERATIONS_MESSAGES.mailDropped);
  }),
});

export const clientAction = formClientAction("Something went wrong.");

export default function DropMailPage() {
  return <ConfirmPage narrow {...dropConfirmation(useLoaderData<typeof loader>())} cancelTo="/admin/mail" />;
}
