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
 * Marks a notification as read and redirects to its subject. A GET, because mails link it; repeated or cross-site
 * requests are harmless. Prefetching is refused: unseen notifications stay unread.
 */
export const loader = pageLoader(async ({ request, context, params }: LoaderFunctionArgs) => {
  const viewer = await requireUser({ request, context });
  if (isAhead(request)) throw new Response(null, { status: 503, headers: CACHE_PRIVATE });
  // HEAD only reads the target.
  const path = openNotification(viewer, params.notificationId ?? "", request.method === "GET");
  throw redirect(path, { status: 303, headers: CACHE_PRIVATE });
});

/** Also for error pages. */
export const headers: HeadersFunction = () => CACHE_PRIVATE;

const isAhead = ({ headers }: Request) =>
  /prefetch|prerender|preview/i.test(headers.get("sec-purpose") ?? headers.get("purpose") ?? "");

export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorScreen />;
  const { message } = error.data as PageError;
  return (
    <Page narrow>
      <PageHeader title={message} lead="Its subject may have been withdrawn or deleted." />
      <ButtonLink to="/notifications" kind="primary">
        All notifications
      </ButtonLink>
    </Page>
  );
}

/** Never rendered: the loader redirects or fails. */
export default function FollowNotification() {
  return null;
}
