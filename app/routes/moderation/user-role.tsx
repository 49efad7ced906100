import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { setUserRole } from "~/features/moderation/commands.server";
import { AccountStepPage, roleConfirmation } from "~/features/moderation/components/account-switch";
import { ROLE_OF_ADMIN } from "~/features/moderation/policy";
import { roleInput } from "~/features/moderation/schema.server";
import { pageLoader } from "~/http/page/page.server";
import { DomainError } from "~/lib/errors";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { accountAction, accountToChange } from "./account-step.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  pageTitle(matches, data && roleConfirmation(data.user).question),
];

export const loader = pageLoader(async (args) => {
  const data = await accountToChange(args);
  if (!data.user.viewerCanChangeRole) throw new DomainError("conflict", ROLE_OF_ADMIN);
  return data;
});

export const action = accountAction(roleInput, (admin, id, { role }) => {
  const { name } = setUserRole(admin, id, role);
  return role === "moderator" ? `${name} is a moderator.` : `${name} is no longer a moderator.`;
});

export const clientAction = formClientAction("Something went wrong.");

export default function UserRolePage() {
  const { user, backTo } = useLoaderData<typeof loader>();
  return <AccountStepPage step={roleConfirmation(user, backTo)} user={user} backTo={backTo} />;
}
