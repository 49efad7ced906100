import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { editEvent } from "~/features/events/commands.server";
import { EventFields, spanInitial } from "~/features/events/components/event-fields";
import { RejectionReason } from "~/features/events/components/event-status";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { EVENT_NOT_FOUND } from "~/features/events/policy";
import { getEventToEdit } from "~/features/events/queries.server";
import { eventChangeWithPicture } from "~/features/events/schema.server";
import { chosenPhotos } from "~/features/photos/uploads.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { formHeaders } from "~/http/page-headers";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { requireId } from "~/lib/ids";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { Checkbox } from "~/ui/field";
import { PageForm } from "~/ui/form";
import { keepTyped } from "~/ui/keep-typed";
import { Page, PageHeader } from "~/ui/page";
import { Photo } from "~/ui/photo";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Edit ${data.title} · Paddock` : "Paddock" },
];

export const headers = formHeaders;

export const loader = pageLoader(async ({ request, params }) => {
  const viewer = await requireUser(request);
  return getEventToEdit(requireId(params.eventId, EVENT_NOT_FOUND), viewer);
});

export const action = pageAction({
  audience: "member",
  body: "files",
  limit: "edit",
  failed: EVENT_MESSAGES.submitFailed,
  keepsWords: true,
  run: async ({ request, params }) => {
    const viewer = await requireUser(request);
    const id = requireId(params.eventId, EVENT_NOT_FOUND);
    const { submission, live } = getEventToEdit(id, viewer);
    const { values, files } = await readForm(request);
    const { uploads, ...change } = decode(eventChangeWithPicture, values);
    await editEvent(viewer, id, change, { ...files, photos: chosenPhotos(viewer, uploads, files.photos) });
    const saved = submission?.status === "rejected" ? EVENT_MESSAGES.submitted : "Event saved.";
    return redirectWithToast(live ? `/events/${id}` : "/events/mine", saved);
  },
});

export const clientAction = keepTyped(EVENT_MESSAGES.submitFailed);

export default function EditEventPage() {
  const { id, title, category, location, url, shortDescription, fullDescription, image, submission, live, ...span } =
    useLoaderData<typeof loader>();
  const rejected = submission?.status === "rejected";
  const initial = { title, category, location, url, shortDescription, fullDescription, ...spanInitial(span) };
  return (
    <Page narrow>
      <PageHeader title={rejected ? "Edit and resubmit" : "Edit event"} lead={title} />
      <div className="mb-6 empty:hidden">
        <RejectionReason reason={submission?.rejectionReason ?? null} />
      </div>
      {live ? (
        <p className="mb-6 text-grey">
          It is live: a change shows at once and is logged. Who goes is told of another date, time or place.
        </p>
      ) : null}
      <PageForm draft encType="multipart/form-data" initial={initial}>
        <EventFields pictureHint={image === null ? undefined : "A new picture replaces the old one."} />
        {image === null ? null : (
          <div className="mb-6 flex items-start gap-4">
            <Photo
              kind="photos"
              name={image}
              alt="Current picture"
              view="thumbnail"
              sizes="8rem"
              className="aspect-3/2 w-32"
            />
            <Checkbox name="removeImage" label="Remove this picture" />
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          <SubmitButton busy="Saving…">{rejected ? "Resubmit event" : "Save event"}</SubmitButton>
          <ButtonLink to={`/events/${id}`} kind="quiet">
            Cancel
          </ButtonLink>
        </div>
      </PageForm>
    </Page>
  );
}
