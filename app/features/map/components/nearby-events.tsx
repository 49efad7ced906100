import { EventRows } from "~/features/events/components/event-card";
import { Section } from "~/ui/layout/page";
import { mapAddress } from "../address";
import { distanceText, townName } from "../format";
import type { NearbyView } from "../nearby.server";

export function NearbyEvents({ nearby }: { nearby: NearbyView | null }) {
  if (nearby === null) return null;
  const { place, events } = nearby;
  const town = townName(place);
  return (
    <Section
      id="nearby"
      title={`Events near ${town}`}
      more={{ to: mapAddress({ place }), label: `Everything near ${town}` }}
    >
      <EventRows events={events} line={({ km }) => distanceText(km, place, "")} />
    </Section>
  );
}
