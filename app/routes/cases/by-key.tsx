import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OwnCase } from "~/features/cases/components/own-case";
import { objectWithKey } from "~/features/cases/decisions.server";
import { CASE_MESSAGES } from "~/features/cases/limits";
import { getCaseByKey } from "~/features/cases/own-cases.server";
import { objectionInput } from "~/features/cases/schema.server";
import { tokenPageHeaders } from "~/http/page/headers";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readInput } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction, reloadAfterConflict } from "~/ui/forms/client-action";
import { ErrorScreen } from "~/ui/layout/error-screen";

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, "A decision about your content"),
  { name: "robots", content: "noindex" },
];

export const headers = tokenPageHeaders;

/** The mail's link: its key replaces the login, because deactivated users cannot log in. */
export const loader = pageLoader(({ params: { key = "" } }) => getCaseByKey(key));

export const action = pageAction({
  audience: "anyone",
  limit: "edit",
  whileSuspended: true,
  deduplicateBy: "fields",
  run: async ({ request, params: { key = "" } }) => {
    objectWithKey(key, (await readInput(request, objectionInput)).text);
    return redirectWithToast(`/decisions/${key}`, CASE_MESSAGES.objected);
  },
});

export const clientAction = formClientAction("Something went wrong.");

export const shouldRevalidate = reloadAfterConflict;

export default function CaseByKeyPage() {
  return <OwnCase ownCase={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return (
    <ErrorScreen lost="The link works for six months. If it is newer, part of it may be missing. Please copy the whole link." />
  );
}
