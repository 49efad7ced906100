import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { CategoryArt } from "~/features/events/components/category-art";
import { EventDate } from "~/features/events/components/event-card";
import { eventsAddress } from "~/features/events/search-address";
import { plural, sentence } from "~/lib/text";

import { Photo } from "~/ui/photo";
import { mapAddress, type TypedMapSearch } from "../address";
import { distanceText, type Units } from "../format";
import type { UnplacedView } from "../queries.server";
import type { ResultView } from "../results.server";
import { MarkSymbol } from "./map-drawing";

type EventCard = Extract<ResultView, { kind: "event" }>["event"];
type GarageCard = Extract<ResultView, { kind: "garage" }>["garage"];

/** Nearest first. `data-towns` connects rows and marks of a town. */
export function ResultList({ results, units }: { results: readonly ResultView[]; units: Units }) {
  return (
    <ol className="map-rows">
      {results.map((row, index) => (
        <ResultRow key={idOf(row)} row={row} units={units} priority={index === 0} />
      ))}
    </ol>
  );
}

const idOf = (row: ResultView) => (row.kind === "event" ? `event-${row.event.id}` : `garage-${row.garage.id}`);

function ResultRow({ row, units, priority }: { row: ResultView; units: Units; priority: boolean }) {
  const { town, km, near } = row;
  const place = km === null ? null : <span className="tabular-nums">{distanceText(km, near, units)}</span>;
  return (
    <li id={idOf(row)} data-towns={town || undefined}>
      {row.kind === "event" ? (
        <EventRow event={row.event} place={place} priority={priority} />
      ) : (
        <GarageRow garage={row.garage} near={near} place={place} priority={priority} />
      )}
    </li>
  );
}

interface UnplacedListProps {
  unplaced: UnplacedView;
  searchInput: TypedMapSearch;
  /** The centre's label, or "". */
  near: string;
}

export function UnplacedList({ unplaced, searchInput, near }: UnplacedListProps) {
  const { somewhere, events, garages, moreEvents, moreGarages } = unplaced;
  const { category, from, to } = searchInput;
  return (
    <section className="mt-10">
      <h2 className="mb-1 border-t border-line pt-3 text-lg">Without a map position</h2>
      {somewhere === "" ? null : <p className="text-sm text-grey">{sentence(somewhere)}</p>}
      <ul className="map-rows">
        {events.map((event) => (
          <li key={`e${event.id}`}>
            <EventRow event={event} />
          </li>
        ))}
        {garages.map((garage) => (
          <li key={`g${garage.id}`}>
            <GarageRow garage={garage} />
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-6">
        {moreEvents ? (
          <Link
            to={eventsAddress("upcoming", { category, from, to, near, unplaced: "1" })}
            className="link inline-flex min-h-11 items-center"
          >
            All events without a map position
          </Link>
        ) : null}
        {moreGarages ? (
          <Link
            to={mapAddress({ ...searchInput, kind: "garages", unplaced: "garages", map: "", page: "" })}
            className="link inline-flex min-h-11 items-center"
          >
            All garages without a map position
          </Link>
        ) : null}
      </p>
    </section>
  );
}

function EventRow({ event, place, priority }: { event: EventCard; place?: ReactNode; priority?: boolean }) {
  return (
    <Row
      kind="event"
      image={event.image}
      category={event.category}
      to={`/events/${event.id}`}
      title={event.title}
      place={place}
      priority={priority}
    >
      <EventDate event={event} />
      <span className="map-row-line">
        <bdi>{event.location}</bdi> · {event.category}
      </span>
    </Row>
  );
}

interface GarageRowProps {
  garage: GarageCard;
  near?: string;
  place?: ReactNode;
  priority?: boolean;
}

function GarageRow({ garage, near, place, priority }: GarageRowProps) {
  const { id, name, coverPhoto, ownerName, vehicleCount } = garage;
  return (
    <Row kind="garage" image={coverPhoto} to={`/garages/${id}`} title={name} place={place} priority={priority}>
      <span className="map-row-line">
        <bdi>{ownerName}</bdi>
        {vehicleCount > 0 ? ` · ${plural(vehicleCount, "vehicle")}` : null}
      </span>
      {near ? <span className="map-row-line">{near}</span> : null}
    </Row>
  );
}

interface RowProps {
  kind: "event" | "garage";
  image: string | null;
  /** Of an event. */
  category?: EventCard["category"];
  to: string;
  title: string;
  /** The distance. */
  place?: ReactNode;
  priority?: boolean;
  children: ReactNode;
}

function Row({ kind, image, category, to, title, place, priority = false, children }: RowProps) {
  return (
    <article className="card map-row">
      {image === null && category !== undefined ? (
        <CategoryArt category={category} />
      ) : (
        <Photo
          kind="photos"
          name={image}
          alt=""
          view="thumbnail"
          sizes="6.5rem"
          priority={priority}
          className="aspect-3/2"
        />
      )}
      <div className="min-w-0">
        <h3 className="flex gap-1.5">
          <MarkSymbol kind={kind} />
          <span className="sr-only">{kind === "event" ? "Event: " : "Garage: "}</span>
          <Link to={to} prefetch="intent" className="card-link">
            <bdi>{title}</bdi>
          </Link>
        </h3>
        <div className="map-row-facts">{children}</div>
      </div>
      {place ? <div className="map-row-place">{place}</div> : null}
    </article>
  );
}
