import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { editEvent } from "~/features/events/commands.server";
import { RejectionReason } from "~/features/events/components/event-facts";
import { EventForm, initialSpanValues } from "~/features/events/components/event-fields";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { getEventToEdit } from "~/features/events/queries.server";
import { eventChangeForm } from "~/features/events/schema.server";
import { ScopeChoice } from "~/features/events/series/components/scope-choice";
import { keepPhotos, replaceKept } from "~/features/photos/kept-photos.server";
import { resolveFormPhotos } from "~/features/photos/uploads.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { withMemberAndId } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { revisionOf, unlessChanged } from "~/lib/revision.server";
import { pick } from "~/lib/rows";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { Checkbox } from "~/ui/forms/field";
import { Page, PageHeader } from "~/ui/layout/page";
import { Photo } from "~/ui/photo";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  pageTitle(matches, data && `Edit ${data.event.title}`),
];

type EventToEdit = Awaited<ReturnType<typeof getEventToEdit>>;

const valuesOf = (event: EventToEdit) => ({
  ...pick(event, "title", "category", "location", "url", "shortDescription", "fullDescription"),
  ...initialSpanValues(event),
  scope: event.scope,
});

export const loader = pageLoader(
  withMemberAndId("eventId", EVENT_NOT_FOUND, (viewer, id) => {
    const event = getEventToEdit(id, viewer);
    return { event, revision: revisionOf(valuesOf(event)) };
  }),
);

export const action = pageAction({
  audience: "member",
  body: "files",
  limit: "edit",
  failed: EVENT_MESSAGES.submitFailed,
  keepFiles: keepPhotos("photos", 1),
  run: withMemberAndId("eventId", EVENT_NOT_FOUND, async (viewer, id, { request }) => {
    const { rejected, live } = getEventToEdit(id, viewer);
    const { values, files } = await readForm(request);
    const { uploads, ...change } = decode(eventChangeForm, values);
    const photos = resolveFormPhotos(viewer, replaceKept(uploads, files.photos), files.photos);
    const precondition = unlessChanged(values, () => valuesOf(getEventToEdit(id, viewer)));
    const isPending = await editEvent(viewer, id, change, { ...files, photos }, precondition);
    if (isPending) return redirectWithToast(`/events/${id}`, EVENT_MESSAGES.changeSubmitted);
    return redirectWithToast(
      live ? `/events/${id}` : "/events/mine",
      rejected && !live ? EVENT_MESSAGES.submitted : "Event saved.",
    );
  }),
});

export const clientAction = formClientAction(EVENT_MESSAGES.submitFailed);

export default function EditEventPage() {
  const { event, revision } = useLoaderData<typeof loader>();
  const { id, title, image, rejected, rejectionReason, live, reviewed, moreDates, isFirstOfSeries } = event;
  return (
    <Page narrow>
      <PageHeader title={rejected ? "Edit and resubmit" : "Edit event"} lead={title} />
      <div className="mb-6 empty:hidden">
        <RejectionReason reason={rejectionReason} />
      </div>
      {live ? (
        <p className="mb-6 text-grey">
          {reviewed
            ? "This event is live. It stays as it is until we have reviewed your change."
            : "This event is live. Your change goes live at once and is logged."}{" "}
          We notify attendees of a new date, time or place.
        </p>
      ) : null}
      {isFirstOfSeries ? (
        <p className="mb-6 text-grey">You change the first date of a series. Its other dates keep their days.</p>
      ) : null}
      <EventForm
        initial={{ ...valuesOf(event), revision }}
        pictureHint={image === null ? undefined : "A new photo replaces the old one."}
        act={rejected ? "Resubmit event" : "Save event"}
        busy="Saving…"
        cancelTo={`/events/${id}`}
      >
        <ScopeChoice moreDates={moreDates} legend="What to change" />
        {image === null ? null : (
          <div className="mb-6 flex items-start gap-4">
            <Photo
              kind="photos"
              name={image}
              alt="Current photo"
              view="thumbnail"
              sizes="8rem"
              className="aspect-3/2 w-32"
            />
            <Checkbox name="removeImage" label="Remove this photo" />
          </div>
        )}
      </EventForm>
    </Page>
  );
}
