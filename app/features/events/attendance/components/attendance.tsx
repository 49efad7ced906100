import { Link, useActionData } from "@remix-run/react";
import type { FormFailure } from "~/lib/forms";
import { ButtonLink, SubmitButton } from "~/ui/forms/button";
import { SelectField } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import type { AttendanceView } from "../queries.server";

interface AttendanceProps {
  eventId: number;
  attendance: AttendanceView;
}

/**
 * A closed event shows its forms only to its attendees. On phones the form to join sticks to the bottom of the screen.
 */
export function OwnAttendance({ eventId, attendance }: AttendanceProps) {
  const { member, over, cancelled, going } = attendance;
  const isClosed = over || cancelled;
  const refusal = useActionData<FormFailure>();
  // If the event closed meanwhile, the form with the message is gone.
  const tooLate = isClosed && refusal?.values?.intent === "attend" ? refusal.message : undefined;
  if (isClosed && !going && tooLate === undefined) return null;
  const open = !isClosed && !going;
  return (
    <section
      aria-label={isClosed ? "Your entry" : "Are you going?"}
      className={`join self-start ${open ? "join-open" : ""}`}
    >
      {tooLate === undefined ? null : <p role="alert">{tooLate}</p>}
      {going ? <AttendanceForms attendance={attendance} /> : null}
      {isClosed ? null : (
        <div className="join-form">
          {member ? <AttendForm attendance={attendance} /> : <LogInToJoin eventId={eventId} />}
        </div>
      )}
      {open ? (
        <p className="text-sm text-grey md:mt-4">
          {member
            ? "Everyone can see who’s going, and with what."
            : "Log in to say you're going and what you're bringing."}
        </p>
      ) : null}
      {going ? <LeaveForm closed={isClosed} /> : null}
    </section>
  );
}

function LogInToJoin({ eventId }: Pick<AttendanceProps, "eventId">) {
  return (
    <ButtonLink
      to={`/login?returnTo=${encodeURIComponent(`/events/${eventId}`)}`}
      rel="nofollow"
      kind="primary"
      className="w-full"
    >
      Log in to join
    </ButtonLink>
  );
}

function AttendanceForms({ attendance: { over, cancelled, vehicle } }: Pick<AttendanceProps, "attendance">) {
  return (
    <p className={over || cancelled ? "" : "mb-4"}>
      <strong>{over ? "You were on the list" : cancelled ? "You are on the list" : "You are going"}</strong>
      {vehicle === null ? (
        "."
      ) : (
        <>
          {" with the "}
          <Link to={`/vehicles/${vehicle.id}`} className="link">
            <bdi>{vehicle.name}</bdi>
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
        <SelectField name="vehicle" label="What are you bringing?" optional={!going} options={options} />
      ) : null}
      {/* One button, so that it keeps the focus. */}
      <SubmitButton kind={going ? "secondary" : "primary"} busy="One moment…">
        {going ? "Change" : "I’m going"}
      </SubmitButton>
    </PageForm>
  );
}

function LeaveForm({ closed }: { closed: boolean }) {
  return (
    <PageForm intent="leave" preventScrollReset className="mt-2 -ml-3">
      <SubmitButton kind="quiet" busy="One moment…">
        {closed ? "Take me off the list" : "I can’t make it"}
      </SubmitButton>
    </PageForm>
  );
}
