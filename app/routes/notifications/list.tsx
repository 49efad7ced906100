import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NotificationLine } from "~/features/notifications/components/notification-line";
import { NOTIFICATIONS_A_PAGE } from "~/features/notifications/limits";
import { listNotifications } from "~/features/notifications/queries.server";
import { markAllRead } from "~/features/notifications/read.server";
import { pageAction, pageLoader } from "~/http/page.server";
import { formHeaders } from "~/http/page-headers";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { parsePage } from "~/lib/paging";
import { formatCount } from "~/lib/text";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { PageForm } from "~/ui/form";
import { EmptyState, HeaderLink, Page, PageHeader } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Notifications · Paddock" }, { name: "robots", content: "noindex" }];

export const headers = formHeaders;

export const loader = pageLoader(async ({ request }: LoaderFunctionArgs) => {
  const viewer = await requireUser(request);
  const page = parsePage(new URL(request.url).searchParams, NOTIFICATIONS_A_PAGE, NOTIFICATIONS_A_PAGE);
  return listNotifications(viewer, page);
});

/** Marks all as read. */
export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "edit",
  run: async ({ request }: ActionFunctionArgs) => {
    markAllRead(await requireUser(request));
    return redirectWithToast("/notifications", "All notifications are marked as read.");
  },
});

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
        <ul className="border-t-2 border-ink">
          {rows.map((row) => (
            <li key={row.id} className="border-b border-line">
              <NotificationLine notification={row} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          title={page > 1 ? "Nothing on this page." : "Nothing new yet."}
          action={page > 1 ? null : <ButtonLink to="/garages">See all garages</ButtonLink>}
        >
          {page > 1
            ? null
            : "When somebody follows you, likes or comments on your vehicles, or a garage that you follow has news, you will see it here."}
        </EmptyState>
      )}
      <Turn page={page} more={more} />
    </Page>
  );
}

const pageAt = (page: number) => (page > 1 ? `/notifications?page=${page}` : "/notifications");

/** To newer and older ones; how many pages there are is not counted. */
function Turn({ page, more }: { page: number; more: boolean }) {
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
