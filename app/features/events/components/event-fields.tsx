import { Checkbox, Field, SelectField, TextArea } from "~/ui/field";
import { FileField } from "~/ui/uploads/file-field";
import { EVENT_CATEGORIES, EVENT_LIMITS } from "../limits";
import { clockOf, isAllDay, type Span } from "../time/wall-clock";

const CATEGORY_OPTIONS = [["", "Please choose"], ...EVENT_CATEGORIES.map((name) => [name, name] as const)] as const;

/** The initial values of the date fields: whole days as their first minute, with `allDay` ticked. */
export function spanInitial({ startDate, endDate }: Span) {
  const field = (moment: string) => (clockOf(moment) === "" ? `${moment}T00:00` : moment);
  return { startDate: field(startDate), endDate: field(endDate), allDay: isAllDay(startDate) };
}

/** The form fields of an event, for submitting and editing. */
export function EventFields({ pictureHint }: { pictureHint?: string }) {
  return (
    <>
      <Field name="title" label="Title" maxLength={EVENT_LIMITS.title} autoComplete="off" />
      <SelectField name="category" label="Category" options={CATEGORY_OPTIONS} />
      <div className="gap-x-4 sm:grid sm:grid-cols-2">
        <Field name="startDate" label="Starts" type="datetime-local" autoComplete="off" />
        <Field name="endDate" label="Ends" type="datetime-local" autoComplete="off" />
      </div>
      <Checkbox name="allDay" label="All day" hint="Local times at the venue. All-day events ignore them." />
      <Field
        name="location"
        label="Location"
        hint="Venue and town: “Old Airfield, Goodwood, England”."
        maxLength={EVENT_LIMITS.location}
        autoComplete="off"
      />
      <Field
        name="url"
        label="Link"
        optional
        type="url"
        inputMode="url"
        hint="Where people can read more or register. Starts with https:// or http://."
        maxLength={EVENT_LIMITS.url}
        autoComplete="off"
      />
      <TextArea
        name="shortDescription"
        label="Short description"
        rows={3}
        hint={`A sentence or two, up to ${EVENT_LIMITS.shortDescription} characters.`}
        maxLength={EVENT_LIMITS.shortDescription}
      />
      <TextArea
        name="fullDescription"
        label="Full description"
        optional
        rows={10}
        hint="Programme, tickets, where to park. An empty line starts a new paragraph."
        maxLength={EVENT_LIMITS.fullDescription}
      />
      <FileField name="photos" label="Picture" optional hint={pictureHint} tray={{}} />
    </>
  );
}
