import { type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deleteGarage } from "~/features/account-deletion/commands.server";
import { deleteGarageConfirmation } from "~/features/account-deletion/components/danger-zone";
import { DELETION_MESSAGES } from "~/features/account-deletion/limits";
import { safetySchema } from "~/features/account-deletion/schema.server";
import { reauthenticationSchema } from "~/features/accounts/schema.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { isReauthenticatedRequest, reauthenticate } from "~/http/session/login.server";
import { requireUser } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { ConfirmPage } from "~/ui/forms/confirm";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Delete your garage?")];

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  if (viewer.garageId === null) throw redirect("/settings");
  const safety = new URL(request.url).searchParams.get("safety") === "on";
  return { safety, isReauthenticated: await isReauthenticatedRequest(request) };
});

export const action = pageAction({
  audience: "member",
  limit: "leave",
  failed: DELETION_MESSAGES.garageFailed,
  run: async (args) => {
    const { request } = args;
    const viewer = await requireUser(args);
    const { values } = await readForm(request);
    decode(safetySchema, values);
    await reauthenticate(args, decode(reauthenticationSchema, values).password);
    await deleteGarage(viewer);
    return redirectWithToast("/settings", DELETION_MESSAGES.garageDeleted);
  },
});

export const clientAction = formClientAction(DELETION_MESSAGES.garageFailed);

export default function DeleteGaragePage() {
  const { safety, isReauthenticated } = useLoaderData<typeof loader>();
  return <ConfirmPage {...deleteGarageConfirmation(safety, isReauthenticated)} cancelTo="/settings" />;
}
