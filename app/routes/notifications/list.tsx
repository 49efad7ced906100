import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { NOTIFICATIONS_PER_PAGE } from "~/features/notifications/kinds";
import { listNotifications, markAllRead, type NotificationView } from "~/features/notifications/list.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser } from "~/http/session/session.server";
import { parsePage } from "~/lib/paging";
import { formatCount } from "~/lib/text";
import { Avatar } from "~/ui/avatar";
import { pageTitle } from "~/ui/document/page-title";
import { ButtonLink, SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { PageForm } from "~/ui/forms/form";
import { BellIcon } from "~/ui/icons";
import { EmptyState, HeaderLink, Page, PageHeader } from "~/ui/layout/page";
import { Isolated } from "~/ui/linked-text";
import { Photo } from "~/ui/photo";

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, "Notifications"),
  { name: "robots", content: "noindex" },
];

const FAILED = "Could not mark your notifications as read.";

export const loader = pageLoader(async ({ request, context }: LoaderFunctionArgs) => {
  const viewer = await requireUser({ request, context });
  const page = parsePage(new URL(request.url).searchParams, NOTIFICATIONS_PER_PAGE, NOTIFICATIONS_PER_PAGE);
  return listNotifications(viewer, page);
});

export const action = pageAction({
  audience: "member",
  limit: "edit",
  failed: FAILED,
  run: async ({ request, context }: ActionFunctionArgs) => {
    markAllRead(await requireUser({ request, context }));
    return redirectWithToast("/notifications", "All notifications are marked as read.");
  },
});

export const clientAction = formClientAction(FAILED);

export default function Notifications() {
  const { rows, unread, page, more } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Notifications" lead={unread > 0 ? `${formatCount(unread)} new` : undefined}>
        <HeaderLink to="/settings/notifications">Settings</HeaderLink>
        {unread > 0 ? (
          <PageForm>
            <SubmitButton kind="secondary" busy="Marking…">
              Mark all as read
            </SubmitButton>
          </PageForm>
        ) : null}
      </PageHeader>
      {rows.length > 0 ? (
        <ul className="border-t border-line">
          {rows.map((row) => (
            <li key={row.id} className="border-b border-line">
              <NotificationLine notification={row} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          title={page > 1 ? "Nothing on this page." : "No notifications yet."}
          action={page > 1 ? null : <ButtonLink to="/garages">See all garages</ButtonLink>}
        >
          {page > 1 ? null : "New followers, likes, comments and news from garages you follow will appear here."}
        </EmptyState>
      )}
      <PageLinks page={page} more={more} />
    </Page>
  );
}

const pageAt = (page: number) => (page > 1 ? `/notifications?page=${page}` : "/notifications");

/** Links to newer and older ones; the number of pages is not counted. */
function PageLinks({ page, more }: { page: number; more: boolean }) {
  if (page === 1 && !more) return null;
  return (
    <nav aria-label="Pages" className="mt-10 flex justify-between gap-4">
      {page > 1 ? (
        <ButtonLink rel="prev" to={pageAt(page - 1)}>
          Newer
        </ButtonLink>
      ) : (
        <span />
      )}
      {more ? (
        <ButtonLink rel="next" to={pageAt(page + 1)}>
          Older
        </ButtonLink>
      ) : null}
    </nav>
  );
}

/** Its link changes data, so nothing prefetches it. */
function NotificationLine({ notification }: { notification: NotificationView }) {
  const { id, text, quote, avatar, picture, isRead, at, ago, exactly } = notification;
  return (
    <div className="card flex items-start gap-3 py-4 sm:gap-4">
      {avatar === null ? <NoNotifications /> : <Avatar avatar={avatar} size={44} />}
      <div className="min-w-0 flex-1">
        <Link
          to={`/notifications/${id}`}
          reloadDocument
          prefetch="none"
          rel="nofollow"
          className="card-link hover:underline"
        >
          <Isolated text={text} />
        </Link>
        {quote === "" ? null : (
          <p dir="auto" className="mt-1 text-grey">
            “{quote}”
          </p>
        )}
        <div className="mt-1 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          {isRead ? null : (
            <span className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className="size-2 rounded-full bg-ink" />
              New
            </span>
          )}
          <time dateTime={at} title={exactly} className="text-grey">
            {ago}
          </time>
        </div>
      </div>
      {picture === null ? null : (
        <Photo kind="photos" name={picture} alt="" sizes="6rem" className="aspect-3/2 w-20 shrink-0 sm:w-24" />
      )}
    </div>
  );
}

function NoNotifications() {
  return (
    <span className="grid size-11 shrink-0 place-content-center rounded-full bg-sunk text-grey">
      <BellIcon className="size-5" />
    </span>
  );
}
