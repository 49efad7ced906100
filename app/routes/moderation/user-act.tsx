import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { setUserActive } from "~/features/accounts/admins.server";
import { ACCOUNT_NOT_FOUND, type Viewer } from "~/features/accounts/policy";
import { reauthenticationSchema } from "~/features/accounts/schema.server";
import {
  changeAddressOf,
  deleteAccountOf,
  endSessionsOf,
  getAccountView,
  resendConfirmationOf,
  setQuotaOf,
  suspendMember,
  turnOffSecondStepOf,
} from "~/features/administration/account.server";
import { actConfirmation } from "~/features/administration/components/account-acts";
import { ACCOUNT_ACTS, ACT_DONE, type AccountAct } from "~/features/administration/limits";
import { newAddressInput, quotaInput, suspensionInput, toDecision } from "~/features/administration/schema.server";
import { setUserRole } from "~/features/moderation/commands.server";
import { ROLE_OF_ADMIN } from "~/features/moderation/policy";
import { activeInput, roleInput } from "~/features/moderation/schema.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { isReauthenticatedRequest, reauthenticate } from "~/http/session/login.server";
import { requireUser } from "~/http/session/session.server";
import { DomainError } from "~/lib/errors";
import { requireId } from "~/lib/ids";
import { withoutIsolates } from "~/lib/text";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { ConfirmPage } from "~/ui/forms/confirm";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  pageTitle(matches, data && withoutIsolates(actConfirmation(data.act, data.account, true).question)),
];

function actOf(text: string | undefined): AccountAct {
  const act = ACCOUNT_ACTS.find((name) => name === text);
  if (!act) throw new DomainError("not_found", ACCOUNT_NOT_FOUND);
  return act;
}

export const loader = pageLoader(async ({ request, context, params }) => {
  const viewer = await requireUser({ request, context });
  const act = actOf(params.act);
  const account = getAccountView(viewer, requireId(params.userId, ACCOUNT_NOT_FOUND));
  if (act === "role" && !account.viewerCanChangeRole) throw new DomainError("conflict", ROLE_OF_ADMIN);
  return {
    act,
    account,
    isReauthenticated: await isReauthenticatedRequest(request),
  };
});

type Done = { name: string; on?: boolean };

type Act = (viewer: Viewer, id: number, args: ActionFunctionArgs) => Done | Promise<Done>;

const ACTS: Record<AccountAct, Act> = {
  role: async (viewer, id, { request }) => {
    const { role } = await readInput(request, roleInput);
    return { ...setUserRole(viewer, id, role), on: role === "moderator" };
  },
  active: async (viewer, id, { request }) => {
    const input = await readInput(request, activeInput);
    return { ...setUserActive(viewer, id, input), on: input.active };
  },
  "end-sessions": endSessionsOf,
  email: async (viewer, id, { request }) =>
    changeAddressOf(viewer, id, (await readInput(request, newAddressInput)).email),
  verification: resendConfirmationOf,
  "second-step-off": turnOffSecondStepOf,
  quota: async (viewer, id, { request }) => setQuotaOf(viewer, id, (await readInput(request, quotaInput)).quotaMb),
  suspend: async (viewer, id, { request }) =>
    suspendMember(viewer, id, toDecision(await readInput(request, suspensionInput))),
  delete: async (viewer, id, args) => {
    await reauthenticate(args, (await readInput(args.request, reauthenticationSchema)).password);
    return deleteAccountOf(viewer, id);
  },
};

export const action = pageAction({
  audience: "admin",
  limit: "moderate",
  run: async (args) => {
    const act = actOf(args.params.act);
    const id = requireId(args.params.userId, ACCOUNT_NOT_FOUND);
    const { name, on = true } = await ACTS[act](await requireUser(args), id, args);
    return redirectWithToast(act === "delete" ? "/admin/users" : `/admin/users/${id}`, ACT_DONE[act](name, on));
  },
});

export const clientAction = formClientAction("Something went wrong.");

export default function UserActPage() {
  const { act, account, isReauthenticated } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage narrow {...actConfirmation(act, account, isReauthenticated)} cancelTo={`/admin/users/${account.id}`} />
  );
}
