import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/features/accounts/policy";
import { setUserActive } from "~/features/moderation/commands.server";
import { accountSwitchStep } from "~/features/moderation/components/account-switch";
import { USER_NOT_FOUND } from "~/features/moderation/policy";
import { getUserToSwitch } from "~/features/moderation/queries.server";
import { activeInput } from "~/features/moderation/schema.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { requireUser, safeReturnTo } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { ConfirmPage } from "~/ui/confirm";
import { keepTyped } from "~/ui/keep-typed";
import { Page } from "~/ui/page";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${accountSwitchStep(data.user).question} · Paddock` : "Paddock" },
];

/** The address of the list from which the admin came. */
function deskOf(request: Request): string {
  const path = safeReturnTo(new URL(request.url).searchParams.get("returnTo"));
  return `${/^\/admin(\?[^#]*)?$/.test(path) ? path : "/admin"}#users`;
}

export const loader = pageLoader(async ({ request, params }) => {
  const viewer = await requireUser(request);
  requireAdmin(viewer);
  const user = getUserToSwitch(viewer, requireId(params.userId, USER_NOT_FOUND));
  return { user, backTo: deskOf(request) };
});

export const action = pageAction({
  audience: "admin",
  body: "text",
  limit: "moderate",
  run: async ({ request, params }) => {
    const viewer = await requireUser(request);
    requireAdmin(viewer);
    const id = requireId(params.userId, USER_NOT_FOUND);
    const input = decode(activeInput, (await readForm(request)).values);
    const { name } = setUserActive(viewer, id, input);
    const done = input.active ? `${name} is active again.` : `${name} is deactivated and logged out.`;
    return redirectWithToast(deskOf(request), done);
  },
});

export const clientAction = keepTyped("Something went wrong.");

export default function UserActivePage() {
  const { user, backTo } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <ConfirmPage {...accountSwitchStep(user, backTo)} cancelTo={backTo} />
      <p className="mt-4 text-sm text-grey">{user.email}</p>
    </Page>
  );
}
