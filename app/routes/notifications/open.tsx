import { type HeadersFunction, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { openNotification } from "~/features/notifications/list.server";
import { CACHE_PRIVATE } from "~/http/caching";
import { type PageError, pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";
import { pageTitle } from "~/ui/document/page-title";
import { ButtonLink } from "~/ui/forms/button";
import { ErrorScreen } from "~/ui/layout/error-screen";
import { Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Notifications")];

/**
 * A notification's link: marks it as read and leads to what it is about. It is a GET because it is a link, also in mails;
 * that it was followed twice, or by another site's link, does no harm. A browser that only prepares a page is refused, so
 * that what nobody has seen stays unread.
 */
export const loader = pageLoader(async ({ request, params }: LoaderFunctionArgs) => {
  const viewer = await requireUser(request);
  if (isAhead(request)) throw new Response(null, { status: 503, headers: CACHE_PRIVATE });
  // HEAD only asks where it leads.
  const path = openNotification(viewer, params.notificationId ?? "", request.method === "GET");
  throw redirect(path, { status: 303, headers: CACHE_PRIVATE });
});

/** Also of the page that stands for a refusal. */
export const headers: HeadersFunction = () => CACHE_PRIVATE;

const isAhead = ({ headers }: Request) =>
  /prefetch|prerender|preview/i.test(headers.get("sec-purpose") ?? headers.get("purpose") ?? "");

export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorScreen />;
  const { message } = error.data as PageError;
  return (
    <Page narrow>
      <PageHeader title={message} lead="What it was about may have been withdrawn or deleted." />
      <ButtonLink to="/notifications" kind="primary">
        All notifications
      </ButtonLink>
    </Page>
  );
}

/** Never drawn: there is always an answer, or the page for what is not there. */
export default function FollowNotification() {
  return null;
}
