import type { MetaFunction } from "@remix-run/node";
import { submitEvent } from "~/features/events/commands.server";
import { EventFields } from "~/features/events/components/event-fields";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { newEvent } from "~/features/events/schema.server";
import { chosenPhotos } from "~/features/photos/uploads.server";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { formHeaders } from "~/http/page-headers";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { PageForm } from "~/ui/form";
import { keepTyped } from "~/ui/keep-typed";
import { Page, PageHeader } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Submit an event · Paddock" }];

export const headers = formHeaders;

export const loader = pageLoader(async ({ request }) => {
  await requireUser(request);
  return null;
});

export const action = pageAction({
  audience: "member",
  body: "files",
  limit: "submitEvent",
  failed: EVENT_MESSAGES.submitFailed,
  run: async ({ request }) => {
    const viewer = await requireUser(request);
    const { values, files } = await readForm(request);
    const { uploads, ...input } = decode(newEvent, values);
    await submitEvent(viewer, input, { ...files, photos: chosenPhotos(viewer, uploads, files.photos) });
    return redirectWithToast("/events/mine", EVENT_MESSAGES.submitted);
  },
});

export const clientAction = keepTyped(EVENT_MESSAGES.submitFailed);

export default function SubmitEventPage() {
  return (
    <Page narrow>
      <PageHeader
        title="Submit an event"
        lead="Tell us what, when and where. We review every event before it goes live."
      />
      <PageForm encType="multipart/form-data">
        <EventFields pictureHint="A poster or a photo. Lists show it cropped to landscape (3:2)." />
        <div className="flex flex-wrap gap-3">
          <SubmitButton busy="Submitting…">Submit event</SubmitButton>
          <ButtonLink to="/events" kind="quiet">
            Cancel
          </ButtonLink>
        </div>
      </PageForm>
    </Page>
  );
}
