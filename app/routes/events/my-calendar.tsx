import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SERIES_MESSAGES } from "~/features/events/limits";
import { findCalendarLink, makeCalendarLink, removeCalendarLink } from "~/features/events/my-calendar.server";
import { CACHE_PRIVATE } from "~/http/caching";
import { formActions, pageLoader } from "~/http/page/page.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser } from "~/http/session/session.server";
import { pageTitle } from "~/ui/document/page-title";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { PageForm } from "~/ui/forms/form";
import { Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Calendar")];

export const headers = () => CACHE_PRIVATE;

const HERE = "/settings/calendar";

export const loader = pageLoader(async ({ request, context }) => ({
  link: findCalendarLink(await requireUser({ request, context })),
}));

export const action = formActions(
  { audience: "member", body: "text", limit: "edit" },
  {
    make: {
      run: async (args) => {
        makeCalendarLink(await requireUser(args));
        return redirectWithToast(HERE, SERIES_MESSAGES.linkMade);
      },
    },
    remove: {
      run: async (args) => {
        removeCalendarLink(await requireUser(args));
        return redirectWithToast(HERE, SERIES_MESSAGES.linkRemoved);
      },
    },
  },
);

export const clientAction = formClientAction("Something went wrong.");

export default function MyCalendar() {
  const { link } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader
        title="Calendar"
        lead="Events you are going to, and dates of series you follow, in the calendar you already use."
      />
      {link === null ? (
        <PageForm intent="make">
          <SubmitButton busy="One moment…">Make a calendar link</SubmitButton>
        </PageForm>
      ) : (
        <OwnLink link={link} />
      )}
    </Page>
  );
}

function OwnLink({ link }: { link: string }) {
  return (
    <div className="max-w-form">
      <label htmlFor="calendar-link" className="mb-1 block font-bold">
        Calendar link
      </label>
      <input id="calendar-link" readOnly dir="ltr" value={link} className="input" />
      <p className="mt-1 mb-6 text-sm text-grey">
        Add it to your calendar as a subscription. Anyone who has the link sees these events.
      </p>
      <div className="flex flex-wrap gap-3">
        <a href={link.replace(/^https?:/, "webcal:")} className="button">
          Open in my calendar
        </a>
        <PageForm intent="make">
          <SubmitButton busy="One moment…" kind="secondary">
            Make a new link
          </SubmitButton>
        </PageForm>
        <PageForm intent="remove">
          <SubmitButton busy="One moment…" kind="danger">
            Turn off
          </SubmitButton>
        </PageForm>
      </div>
    </div>
  );
}
