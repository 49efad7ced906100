import { sentence } from "~/lib/text";
import { Section } from "~/ui/page";
import type { UnplacedEvents as Unplaced } from "../list.server";
import { EventRows } from "./event-rows";

interface UnplacedEventsProps {
  unplaced: Unplaced;
  /** "somewhere in England, United Kingdom, or elsewhere in the country" */
  somewhere: string;
  /** The address of the list of all of them. */
  all: string;
}

/** Below a list near a place: events that may be near, because only their region or country is known. */
export function UnplacedEvents({ unplaced: { rows, more }, somewhere, all }: UnplacedEventsProps) {
  if (rows.length === 0) return null;
  return (
    <Section id="unplaced" title="Without a map position" more={more ? { to: all, label: "All of them" } : undefined}>
      <p className="-mt-3 mb-6 text-grey">{sentence(somewhere)}</p>
      <EventRows events={rows} line={({ location, category }) => `${location} · ${category}`} />
    </Section>
  );
}
