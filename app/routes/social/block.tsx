import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { blockUser } from "~/features/blocks/commands.server";
import { blockStep } from "~/features/blocks/components/block-step";
import { NOT_HERE, PEACE_MESSAGES } from "~/features/blocks/policy";
import { getPersonToBlock } from "~/features/blocks/queries.server";
import { pageAction, pageLoader } from "~/http/page.server";
import { requireUser, safeReturnTo } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { requireId } from "~/lib/ids";
import { ConfirmPage } from "~/ui/confirm";
import { keepTyped } from "~/ui/keep-typed";
import { Page } from "~/ui/page";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Block ${data.name}? · Paddock` : "Paddock" },
];

/** Where the person comes from, and goes on to. */
function backOf(request: Request): string {
  const returnTo = new URL(request.url).searchParams.get("returnTo");
  return returnTo === null ? "/settings/people" : safeReturnTo(returnTo);
}

export const loader = pageLoader(async ({ request, params }) => {
  const viewer = await requireUser(request);
  const { id, name } = getPersonToBlock(viewer, requireId(params.userId, NOT_HERE));
  return { userId: String(id), name, backTo: backOf(request) };
});

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "block",
  run: async ({ request, params }) => {
    const viewer = await requireUser(request);
    blockUser(viewer, requireId(params.userId, NOT_HERE));
    return redirectWithToast(backOf(request), PEACE_MESSAGES.blocked);
  },
});

export const clientAction = keepTyped("Something went wrong.");

export default function BlockPage() {
  const { backTo, ...person } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <ConfirmPage {...blockStep(person, backTo)} cancelTo={backTo} />
    </Page>
  );
}
