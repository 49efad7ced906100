import { type FocusEvent, type ReactNode, useRef } from "react";
import { SubmitButton, SubmitOrCancel } from "~/ui/forms/button";
import { Checkbox, Field, SelectField, TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { useFieldId, useFormState } from "~/ui/forms/form-state";
import { FileField } from "~/ui/uploads/file-field";
import { EVENT_CATEGORIES, EVENT_LIMITS } from "../limits";
import { addHours, isAllDay, type Span, toClock } from "../time/wall-clock";

const CATEGORY_OPTIONS = [["", "Please choose"], ...EVENT_CATEGORIES.map((name) => [name, name] as const)] as const;

/** Whole days appear as their first minute, with `allDay` ticked. */
export function initialSpanValues({ startDate, endDate }: Span) {
  const field = (moment: string) => (toClock(moment) === "" ? `${moment}T00:00` : moment);
  return { startDate: field(startDate), endDate: field(endDate), allDay: isAllDay(startDate) };
}

/** Shown after the server refuses a past event. Comes after the form's own button, so that Enter presses that one. */
function OverQuestion() {
  const { failure } = useFormState();
  const id = useFieldId()("evenIfOver");
  const messages = failure?.errors.evenIfOver;
  if (!messages) return null;
  return (
    <div className="mt-6 rounded-md border-l-4 border-danger bg-danger-soft px-4 py-3">
      <p id={`${id}-error`} className="mb-3">
        {messages.join(" ")}
      </p>
      <SubmitButton id={id} name="evenIfOver" value="on" kind="secondary" busy="Submitting…">
        Submit it all the same
      </SubmitButton>
    </div>
  );
}

/** Hours. */
const USUAL_LENGTH = 2;

/** Fills the end if it is empty, or filled by this for another start. */
function useUsualEnd() {
  const filled = useRef("");
  // Not on change: a year is typed digit by digit.
  return ({ target }: FocusEvent<HTMLInputElement>) => {
    const end = target.form?.elements.namedItem("endDate");
    const usual = addHours(target.value, USUAL_LENGTH);
    if (!(end instanceof HTMLInputElement) || usual === "" || usual === end.value) return;
    if (end.value !== "" && end.value !== filled.current) return;
    filled.current = usual;
    end.value = usual;
    // For the draft and the field's message.
    end.dispatchEvent(new Event("input", { bubbles: true }));
  };
}

interface EventFormProps {
  initial?: Record<string, string | boolean | null>;
  pictureHint?: string | undefined;
  act: string;
  busy: string;
  cancelTo: string;
  /** Only of a new event. */
  repeat?: ReactNode;
  children?: ReactNode;
}

export function EventForm({ initial, pictureHint, act, busy, cancelTo, repeat, children }: EventFormProps) {
  const fillEnd = useUsualEnd();
  return (
    <PageForm once draft encType="multipart/form-data" initial={initial}>
      {/* Enter presses the first button, which would be “Show dates”. */}
      {repeat ? <button type="submit" hidden /> : null}
      <Field name="title" label="Title" maxLength={EVENT_LIMITS.title} />
      <SelectField name="category" label="Category" options={CATEGORY_OPTIONS} />
      <div className="gap-x-4 sm:grid sm:grid-cols-2">
        <Field name="startDate" label="Starts" type="datetime-local" onBlur={fillEnd} />
        <Field name="endDate" label="Ends" type="datetime-local" />
      </div>
      <Checkbox name="allDay" label="All day" hint="Only the days count. Otherwise the times are local at the venue." />
      {repeat}
      <Field
        name="location"
        label="Location"
        hint="Venue and town: “Old Airfield, Goodwood, England”."
        maxLength={EVENT_LIMITS.location}
      />
      <Field
        name="url"
        label="Link"
        optional
        type="url"
        inputMode="url"
        hint="For more information or registration."
        maxLength={EVENT_LIMITS.url}
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
      <FileField name="photos" label="Photo" optional hint={pictureHint} tray={{}} />
      {children}
      <SubmitOrCancel act={act} busy={busy} cancelTo={cancelTo} isInSight />
      <OverQuestion />
    </PageForm>
  );
}
