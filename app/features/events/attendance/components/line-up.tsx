import { Link } from "@remix-run/react";
import { RoleMark } from "~/features/accounts/components/role-mark";
import { formatCount } from "~/lib/text";
import { Avatar } from "~/ui/avatar";
import { EmptyState, Section } from "~/ui/layout/page";
import { Pagination, PastEnd } from "~/ui/layout/pagination";
import { CardPhoto } from "~/ui/photo";
import type { AttendanceView, AttendeeView } from "../queries.server";

const WHO_COMES = "who-comes";

const WORDS = {
  coming: { nobody: "Who’s going", some: "Going", others: "Also going" },
  over: { nobody: "Who went", some: "Went", others: "Also went" },
  cancelled: { nobody: "Who was going", some: "Were going", others: "Were also going" },
};

export function LineUp({ eventId, attendance }: { eventId: number; attendance: AttendanceView }) {
  const { people, over, cancelled } = attendance;
  const { rows, total } = people;
  const words = cancelled ? WORDS.cancelled : over ? WORDS.over : WORDS.coming;
  const title = total === 0 ? words.nobody : `${words.some} (${formatCount(total)})`;
  const vehicleRows = rows.flatMap(({ vehicle, ...person }) => (vehicle === null ? [] : [{ person, vehicle }]));
  const alone = rows.filter(({ vehicle }) => vehicle === null);
  return (
    <Section id={WHO_COMES} title={title}>
      {rows.length === 0 ? <EmptyLineUp eventId={eventId} pastEnd={total > 0} closed={over || cancelled} /> : null}
      {vehicleRows.length > 0 ? (
        <ul className="line-up">
          {vehicleRows.map(({ person, vehicle }, index) => (
            <li key={person.id}>
              <BroughtVehicle person={person} vehicle={vehicle} priority={index === 0} />
            </li>
          ))}
        </ul>
      ) : null}
      {alone.length > 0 ? (
        <>
          {vehicleRows.length > 0 ? <h3 className="mt-8 mb-2 text-base">{words.others}</h3> : null}
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {alone.map((person) => (
              <li key={person.id} className="min-w-0 max-w-full">
                <PersonLink person={person} size={40} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <Pagination {...people} anchor={WHO_COMES} />
    </Section>
  );
}

type Person = Omit<AttendeeView, "vehicle">;

function PersonLink({ person: { id, name, avatar, role }, size }: { person: Person; size: 32 | 40 }) {
  return (
    <Link to={`/profile/${id}`} className="relative inline-flex min-h-11 max-w-full items-center gap-2 hover:underline">
      <Avatar avatar={avatar} size={size} />
      <bdi className="min-w-0">{name}</bdi>
      <RoleMark role={role} />
    </Link>
  );
}

const CARD_SIZES = "(min-width: 64rem) 16rem, (min-width: 40rem) 30vw, calc(50vw - 1.5rem)";

interface BroughtVehicleProps {
  person: Person;
  vehicle: NonNullable<AttendeeView["vehicle"]>;
  priority: boolean;
}

/** A link covers the card, except the owner's link. */
function BroughtVehicle({ person, vehicle, priority }: BroughtVehicleProps) {
  return (
    <article className="card">
      <CardPhoto name={vehicle.coverPhoto} sizes={CARD_SIZES} priority={priority} />
      <h3 className="mt-2 text-base">
        <Link to={`/vehicles/${vehicle.id}`} prefetch="intent" className="card-link">
          <bdi>{vehicle.name}</bdi>
        </Link>
      </h3>
      <PersonLink person={person} size={32} />
    </article>
  );
}

function EmptyLineUp({ eventId, pastEnd, closed }: { eventId: number; pastEnd: boolean; closed: boolean }) {
  if (pastEnd) return <PastEnd to={`/events/${eventId}#${WHO_COMES}`} />;
  if (closed) return <EmptyState title="Nobody has signed up yet." />;
  return <EmptyState title="Nobody has signed up yet.">Be the first, and say what you’re bringing.</EmptyState>;
}
