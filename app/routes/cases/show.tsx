import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OwnCase } from "~/features/cases/components/own-case";
import { objectToCase } from "~/features/cases/decisions.server";
import { CASE_MESSAGES } from "~/features/cases/limits";
import { getOwnCase } from "~/features/cases/own-cases.server";
import { objectionInput } from "~/features/cases/schema.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser, withMemberAndId } from "~/http/session/session.server";
import { requireId } from "~/lib/ids";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction, reloadAfterConflict } from "~/ui/forms/client-action";
import { BackLink } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "A decision about your content")];

export const loader = pageLoader(
  withMemberAndId("caseId", CASE_MESSAGES.notFound, (viewer, id) => getOwnCase(viewer, id)),
);

export const action = pageAction({
  audience: "member",
  limit: "edit",
  whileSuspended: true,
  deduplicateBy: "fields",
  run: async ({ request, context, params }) => {
    const viewer = await requireUser({ request, context });
    const id = requireId(params.caseId, CASE_MESSAGES.notFound);
    objectToCase(viewer, id, (await readInput(request, objectionInput)).text);
    return redirectWithToast(`/cases/${id}`, CASE_MESSAGES.objected);
  },
});

export const clientAction = formClientAction("Something went wrong.");

export const shouldRevalidate = reloadAfterConflict;

export default function OwnCasePage() {
  return (
    <OwnCase
      ownCase={useLoaderData<typeof loader>()}
      back={<BackLink to="/cases">Decisions about your content</BackLink>}
    />
  );
}
