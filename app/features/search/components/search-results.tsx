import { PersonRow } from "~/features/accounts/components/person-row";
import { EventCard } from "~/features/events/components/event-card";
import { GarageGrid } from "~/features/garages/components/garage-card";
import { VehicleGrid } from "~/features/vehicles/components/vehicle-card";
import { formatCount } from "~/lib/text";
import { Plate, Section } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import type { SearchSection } from "../limits";
import type { FoundPage, SearchView } from "../queries.server";

const TITLES: Record<SearchSection, string> = {
  garages: "Garages",
  users: "Users",
  vehicles: "Vehicles",
  events: "Events",
};

interface SearchResultsProps {
  q: string;
  results: Partial<SearchView>;
  /** The one section that is paged through, or undefined: the first of each. */
  only: SearchSection | undefined;
}

/** What was found, section by section; how many there are stands in the plates. */
export function SearchResults({ q, results, only }: SearchResultsProps) {
  const { garages, users, vehicles, events } = results;
  const shared = { q, only };
  return (
    <div>
      {garages ? (
        <ResultSection {...shared} section="garages" list={garages}>
          <GarageGrid garages={garages.rows} eager />
        </ResultSection>
      ) : null}
      {users ? (
        <ResultSection {...shared} section="users" list={users}>
          <ul className="grid gap-x-8 md:grid-cols-2">
            {users.rows.map((person) => (
              <li key={person.id}>
                <PersonRow person={person} />
              </li>
            ))}
          </ul>
        </ResultSection>
      ) : null}
      {vehicles ? (
        <ResultSection {...shared} section="vehicles" list={vehicles}>
          <VehicleGrid vehicles={vehicles.rows} eager={!garages} />
        </ResultSection>
      ) : null}
      {events ? (
        <ResultSection {...shared} section="events" list={events}>
          <ul className="card-grid card-rows">
            {events.rows.map((event, at) => (
              <li key={event.id}>
                <EventCard event={event} priority={at === 0 && !garages && !vehicles} />
              </li>
            ))}
          </ul>
        </ResultSection>
      ) : null}
    </div>
  );
}

interface ResultSectionProps {
  q: string;
  only: SearchSection | undefined;
  section: SearchSection;
  list: FoundPage<unknown>;
  children: React.ReactNode;
}

function ResultSection({ q, only, section, list, children }: ResultSectionProps) {
  const { rows, total, more, page, limit } = list;
  const name = TITLES[section];
  const title = (
    <span className="inline-flex items-center gap-3">
      {name}{" "}
      <Plate>
        {formatCount(total)}
        {more ? "+" : ""}
      </Plate>
    </span>
  );
  const all = { to: `/search?${new URLSearchParams({ q, section })}`, label: `All ${name.toLowerCase()}` };
  return (
    <Section id={`found-${section}`} title={title} more={only === undefined && total > rows.length ? all : undefined}>
      {rows.length > 0 ? children : <p className="text-grey">Nothing on this page.</p>}
      {only === undefined ? null : <Pagination page={page} limit={limit} total={total} />}
    </Section>
  );
}
