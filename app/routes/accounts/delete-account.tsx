import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deleteAccount } from "~/features/account-deletion/commands.server";
import { deleteAccountConfirmation } from "~/features/account-deletion/components/danger-zone";
import { DELETION_MESSAGES } from "~/features/account-deletion/limits";
import { safetySchema } from "~/features/account-deletion/schema.server";
import { reauthenticationSchema } from "~/features/accounts/schema.server";
import { logSecurityEvent } from "~/http/call.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { isReauthenticatedRequest, reauthenticate } from "~/http/session/login.server";
import { endRequestSession, requireUser } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { ConfirmPage } from "~/ui/forms/confirm";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Delete your account?")];

export const loader = pageLoader(async ({ request, context }) => {
  await requireUser({ request, context });
  const safety = new URL(request.url).searchParams.get("safety") === "on";
  return { safety, isReauthenticated: await isReauthenticatedRequest(request) };
});

export const action = pageAction({
  audience: "member",
  limit: "leave",
  whileSuspended: true,
  failed: DELETION_MESSAGES.accountFailed,
  run: async (args) => {
    const { request } = args;
    const viewer = await requireUser(args);
    const { values } = await readForm(request);
    decode(safetySchema, values);
    await reauthenticate(args, decode(reauthenticationSchema, values).password);
    await deleteAccount(viewer);
    logSecurityEvent(args, "account_deleted", viewer.id);
    const { headers } = await endRequestSession(request);
    return redirectWithToast("/", DELETION_MESSAGES.accountDeleted, "success", headers);
  },
});

export const clientAction = formClientAction(DELETION_MESSAGES.accountFailed);

export default function DeleteAccountPage() {
  const { safety, isReauthenticated } = useLoaderData<typeof loader>();
  return <ConfirmPage {...deleteAccountConfirmation(safety, isReauthenticated)} cancelTo="/settings" />;
}
