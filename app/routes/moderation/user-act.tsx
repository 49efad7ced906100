import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
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
import { newAddressInput, quotaInput, suspensionInput } from "~/features/administration/schema.server";
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
  if (act === "role" && !account.viewerCanChange) throw new DomainError("conflict", ROLE_OF_ADMIN);
  return { act, account, isReauthenticated: await isReauthenticatedRequest(request) };
});

type Done = { name: string; on?: boolean };

type Act = (viewer: Viewer, id: number, args: ActionFunctionArgs) => Done | Promise<Done>;

const withInput =
  <I extends z.ZodType>(input: I, run: (viewer: Viewer, id: number, input: z.output<I>) => Done): Act =>
  async (viewer, id, { request }) =>
    run(viewer, id, await readInput(request, input));

const ACTS: Record<AccountAct, Act> = {
  role: withInput(roleInput, (viewer, id, { role }) => ({
    ...setUserRole(viewer, id, role),
    on: role === "moderator",
  })),
  active: withInput(activeInput, (viewer, id, input) => ({ ...setUserActive(viewer, id, input), on: input.active })),
  "end-sessions": endSessionsOf,
  email: withInput(newAddressInput, changeAddressOf),
  verification: resendConfirmationOf,
  "second-step-off": turnOffSecondStepOf,
  quota: withInput(quotaInput, setQuotaOf),
  suspend: withInput(suspensionInput, suspendMember),
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
