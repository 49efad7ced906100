import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { setUserActive } from "~/features/accounts/admins.server";
import { AccountStepPage, accountSwitchConfirmation } from "~/features/moderation/components/account-switch";
import { activeInput } from "~/features/moderation/schema.server";
import { pageLoader } from "~/http/page/page.server";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { accountAction, accountToChange } from "./account-step.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  pageTitle(matches, data && accountSwitchConfirmation(data.user).question),
];

export const loader = pageLoader(accountToChange);

export const action = accountAction(activeInput, (admin, id, input) => {
  const { name } = setUserActive(admin, id, input);
  return input.active ? `${name} is active again.` : `${name} is deactivated and logged out.`;
});

export const clientAction = formClientAction("Something went wrong.");

export default function UserActivePage() {
  const { user, backTo } = useLoaderData<typeof loader>();
  return <AccountStepPage step={accountSwitchConfirmation(user, backTo)} user={user} backTo={backTo} />;
}
