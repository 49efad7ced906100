import { Link, useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FormFailure } from "~/lib/forms";
import { formatCount } from "~/lib/text";
import { Avatar } from "~/ui/avatar";
import { ButtonLink, SubmitButton } from "~/ui/button";
import { SelectField } from "~/ui/field";
import { PageForm } from "~/ui/form";
import { EmptyState, Section } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import { Photo } from "~/ui/photo";
import type { AttendanceView, AttendeeView } from "../queries.server";

/** Id of the section, to which its forms and the login return. */
export const WHO_COMES = "who-comes";

interface AttendanceProps {
  eventId: string;
  attendance: AttendanceView;
}

/** The attendees of an event, and the forms to join, change and leave (intents `attend`, `leave`). */
export function Attendance({ eventId, attendance }: AttendanceProps) {
  const { people, over } = attendance;
  const title = over ? "Who came" : "Who comes";
  const panel = <AttendanceForms eventId={eventId} attendance={attendance} />;
  return (
    <Section id={WHO_COMES} title={people.total > 0 ? `${title} (${formatCount(people.total)})` : title}>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="self-start empty:hidden lg:col-start-2">{panel}</div>
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          {people.rows.length > 0 ? (
            <ul className="divide-y divide-line">
              {people.rows.map((person) => (
                <Attendee key={person.id} person={person} />
              ))}
            </ul>
          ) : (
            <NoAttendees eventId={eventId} pastEnd={people.total > 0} over={over} />
          )}
          <Pagination {...people} anchor={WHO_COMES} />
        </div>
      </div>
    </Section>
  );
}

function Attendee({ person: { id, name, avatar, vehicle } }: { person: AttendeeView }) {
  return (
    <li className="grid items-center gap-x-6 py-3 sm:grid-cols-2">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar avatar={avatar} size={40} />
        <Link to={`/profile/${id}`} className="inline-flex min-h-11 min-w-0 items-center font-bold hover:underline">
          <span className="min-w-0 break-words">{name}</span>
        </Link>
      </div>
      {vehicle === null ? null : (
        <Link
          to={`/vehicles/${vehicle.id}`}
          prefetch="intent"
          className="flex min-w-0 items-center gap-3 hover:underline max-sm:mt-1 max-sm:ml-13"
        >
          <Photo
            kind="photos"
            name={vehicle.coverPhoto}
            alt=""
            view="thumbnail"
            sizes="6rem"
            className="aspect-3/2 w-24 shrink-0"
          />
          <span className="min-w-0 break-words">{vehicle.name}</span>
        </Link>
      )}
    </li>
  );
}

function NoAttendees({ eventId, pastEnd, over }: { eventId: string; pastEnd: boolean; over: boolean }) {
  if (pastEnd) {
    return (
      <EmptyState
        title="Nothing on this page."
        action={<ButtonLink to={`/events/${eventId}#${WHO_COMES}`}>See the first page</ButtonLink>}
      />
    );
  }
  if (over) return <EmptyState title="Nobody has put themselves on the list." />;
  return <EmptyState title="Nobody is on the list yet.">Be the first, and say what you bring.</EmptyState>;
}

function AttendanceForms({ eventId, attendance }: AttendanceProps) {
  const { member, over, going, vehicle } = attendance;
  const refusal = useActionData<FormFailure>();
  // The event ended after the page was opened: the form that would show the message is gone.
  const tooLate = over && refusal?.values?.intent === "attend" ? refusal.message : undefined;
  if (over && !going && tooLate === undefined) return null;
  if (!member && !over) {
    return (
      <Panel>
        <p>Are you going? Members say so here, and what they bring.</p>
        <ButtonLink to={`/login?returnTo=${encodeURIComponent(`/events/${eventId}#${WHO_COMES}`)}`} className="mt-4">
          Log in to join
        </ButtonLink>
      </Panel>
    );
  }
  return (
    <Panel>
      {tooLate === undefined ? null : (
        <p role="alert" className="font-bold">
          {tooLate}
        </p>
      )}
      {going ? <OwnAttendance over={over} vehicle={vehicle} /> : null}
      {over ? null : <AttendForm attendance={attendance} />}
      {going ? <LeaveForm over={over} /> : null}
    </Panel>
  );
}

const Panel = ({ children }: { children: ReactNode }) => (
  <div className="rounded-lg border border-line bg-surface p-5">{children}</div>
);

function OwnAttendance({ over, vehicle }: Pick<AttendanceView, "over" | "vehicle">) {
  return (
    <p className="mb-4">
      <strong>{over ? "You were on the list" : "You are going"}</strong>
      {vehicle === null ? (
        "."
      ) : (
        <>
          {" with the "}
          <Link to={`/vehicles/${vehicle.id}`} className="link">
            {vehicle.name}
          </Link>
          .
        </>
      )}
    </p>
  );
}

function AttendForm({ attendance: { going, vehicle, choices } }: Pick<AttendanceProps, "attendance">) {
  if (going && choices.length === 0) return null;
  const options = [["", "No vehicle"] as const, ...choices.map(({ id, name }) => [id, name] as const)];
  return (
    <PageForm intent="attend" preventScrollReset initial={{ vehicle: vehicle?.id ?? "" }}>
      {choices.length > 0 ? (
        <SelectField
          name="vehicle"
          label="What do you bring?"
          optional={!going}
          options={options}
          hint={VISIBILITY_NOTE}
        />
      ) : (
        <p className="mb-4 text-sm text-grey">{VISIBILITY_NOTE}</p>
      )}
      {/* One button, so that it keeps the focus. */}
      <SubmitButton kind={going ? "secondary" : "primary"} busy="One moment…">
        {going ? "Change" : "I'm going"}
      </SubmitButton>
    </PageForm>
  );
}

const VISIBILITY_NOTE = "Everybody can see who comes, and with what.";

function LeaveForm({ over }: { over: boolean }) {
  return (
    <PageForm intent="leave" preventScrollReset className="mt-3 -ml-3">
      <SubmitButton kind="quiet" busy="One moment…">
        {over ? "Take me off the list" : "Not going any more"}
      </SubmitButton>
    </PageForm>
  );
}
