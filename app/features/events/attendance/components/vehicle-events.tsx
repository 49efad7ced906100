import { Section } from "~/ui/page";
import { EventRows } from "../../components/event-rows";
import type { VehicleEventView } from "../queries.server";

/** The coming events of a vehicle; nothing where there are none. */
export function VehicleEvents({ events }: { events: VehicleEventView[] }) {
  if (events.length === 0) return null;
  return (
    <Section id="where-to-see-it" title="Where to see it">
      <EventRows events={events} line={({ location }) => location} />
    </Section>
  );
}
