import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { blockUser } from "~/features/blocks/commands.server";
import { blockConfirmation } from "~/features/blocks/components/block-buttons";
import { BLOCKED, PERSON_NOT_FOUND } from "~/features/blocks/policy";
import { getUserToBlock } from "~/features/blocks/queries.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { safeReturnTo, withMemberAndId } from "~/http/session/session.server";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { ConfirmPage } from "~/ui/forms/confirm";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  pageTitle(matches, data && `Block ${data.name}?`),
];

function backOf(request: Request): string {
  const returnTo = new URL(request.url).searchParams.get("returnTo");
  return returnTo === null ? "/settings/people" : safeReturnTo(returnTo);
}

export const loader = pageLoader(
  withMemberAndId("userId", PERSON_NOT_FOUND, (viewer, userId, { request }) => {
    const { id, name } = getUserToBlock(viewer, userId, "block");
    return { userId: id, name, backTo: backOf(request) };
  }),
);

export const action = pageAction({
  audience: "member",
  limit: "block",
  run: withMemberAndId("userId", PERSON_NOT_FOUND, (viewer, id, { request }) => {
    blockUser(viewer, id, "block");
    return redirectWithToast(backOf(request), BLOCKED.block);
  }),
});

export const clientAction = formClientAction("Something went wrong.");

export default function BlockPage() {
  const { backTo, ...person } = useLoaderData<typeof loader>();
  return <ConfirmPage narrow {...blockConfirmation(person, backTo)} cancelTo={backTo} />;
}
