import type { MetaFunction } from "@remix-run/node";
import { submitEvent } from "~/features/events/commands.server";
import { EventForm } from "~/features/events/components/event-fields";
import { EVENT_MESSAGES } from "~/features/events/limits";
import { newEventForm, repeatPreview } from "~/features/events/schema.server";
import { NO_REPEAT, RepeatFields } from "~/features/events/series/components/repeat-fields";
import { longDay } from "~/features/events/time/format";
import { listRepeatDays } from "~/features/events/time/recurrence";
import { toDay } from "~/features/events/time/wall-clock";
import { keepPhotos, replaceKept } from "~/features/photos/kept-photos.server";
import { resolveFormPhotos } from "~/features/photos/uploads.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectWithToast } from "~/http/page/toast.server";
import { requireUser } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { DomainError, invalidField } from "~/lib/errors";
import { pageTitle } from "~/ui/document/page-title";
import { Tips } from "~/ui/forms/beside-form";
import { formClientAction } from "~/ui/forms/client-action";
import { Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Submit an event")];

export const loader = pageLoader(async ({ request, context }) => {
  await requireUser({ request, context });
  return null;
});

export const action = pageAction({
  audience: "member",
  body: "files",
  limit: "submitEvent",
  failed: EVENT_MESSAGES.submitFailed,
  deduplicateBy: "fields",
  keepFiles: keepPhotos("photos", 1),
  run: async ({ request, context }) => {
    const viewer = await requireUser({ request, context });
    const { values, files } = await readForm(request);
    if (values.showDates !== undefined) showDates(values);
    const { uploads, ...input } = decode(newEventForm, values);
    const photos = resolveFormPhotos(viewer, replaceKept(uploads, files.photos), files.photos);
    await submitEvent(viewer, input, { ...files, photos });
    return redirectWithToast("/events/mine", EVENT_MESSAGES.submitted);
  },
});

export const clientAction = formClientAction(EVENT_MESSAGES.submitFailed);

/** The form again, with its first dates and without a message. */
function showDates(values: object): never {
  const { startDate, repeat } = decode(repeatPreview, values);
  if (repeat === undefined) throw invalidField("repeat[every]", "Please choose how it repeats.");
  const days = listRepeatDays(toDay(startDate), repeat).slice(0, 5);
  throw new DomainError("invalid", "", { repeatDates: days.map(longDay) });
}

const TIPS = [
  "A moderator reviews it. You get a notification with the decision.",
  "Once approved, it is in the calendar and on the map, and members can say they’re going.",
  "You can change or cancel it later, under My submissions.",
];

export default function SubmitEventPage() {
  return (
    <Page narrow beside={<Tips title="What happens next" tips={TIPS} />}>
      <PageHeader
        title="Submit an event"
        lead="Tell us what, when and where. We review every event before it goes live."
      />
      <EventForm
        initial={NO_REPEAT}
        repeat={<RepeatFields />}
        pictureHint="A poster or a photo. Lists show it cropped to landscape (3:2)."
        act="Submit event"
        busy="Submitting…"
        cancelTo="/events"
      />
    </Page>
  );
}
