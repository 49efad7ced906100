import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deleteAccountStep } from "~/features/account-deletion/components/deletion-steps";
import { deleteAccount } from "~/features/account-deletion/delete-account.server";
import { DELETION_MESSAGES } from "~/features/account-deletion/limits";
import { safetySchema } from "~/features/account-deletion/schema.server";
import { againSchema } from "~/features/accounts/second-step-schema.server";
import { logSecurityOf } from "~/http/call.server";
import { askPasswordAgain, hasFreshLogin } from "~/http/fresh-login.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { closeSession, requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { ConfirmPage } from "~/ui/confirm";
import { keepTyped } from "~/ui/keep-typed";
import { Page } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Delete your account? · Paddock" }];

export const loader = pageLoader(async ({ request }) => {
  await requireUser(request);
  const safety = new URL(request.url).searchParams.get("safety") === "on";
  return { safety, fresh: await hasFreshLogin(request) };
});

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "leave",
  failed: DELETION_MESSAGES.accountFailed,
  run: async (args) => {
    const { request } = args;
    const viewer = await requireUser(request);
    const { values } = await readForm(request);
    decode(safetySchema, values);
    await askPasswordAgain(args, decode(againSchema, values).password);
    await deleteAccount(viewer);
    logSecurityOf(args, "account_deleted", viewer.id);
    const { headers } = await closeSession(request);
    return redirectWithToast("/", DELETION_MESSAGES.accountDeleted, "success", headers);
  },
});

export const clientAction = keepTyped(DELETION_MESSAGES.accountFailed);

export default function DeleteAccountPage() {
  const { safety, fresh } = useLoaderData<typeof loader>();
  return (
    <Page>
      <ConfirmPage {...deleteAccountStep(safety, fresh)} cancelTo="/settings" />
    </Page>
  );
}
