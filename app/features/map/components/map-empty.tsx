import { RADII } from "~/features/places/proximity";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/page";
import { mapAddress, type TypedMapSearch } from "../address";
import { lengthText, type Units } from "../format";
import type { MapView } from "../views.server";

interface MapEmptyProps {
  view: MapView;
  typed: TypedMapSearch;
  units: Units;
  member: boolean;
}

/** No results: the next step that is most likely to find something, and for members a link to submit an event. */
export function MapEmpty({ view: { center, radius, total }, typed, units, member }: MapEmptyProps) {
  const restarted = { ...typed, map: "", page: "" };
  if (total > 0) {
    return (
      <EmptyState
        title="Nothing on this page."
        action={<ButtonLink to={mapAddress({ ...typed, page: "" })}>See the first page</ButtonLink>}
      />
    );
  }
  const filtered = [typed.kind, typed.category, typed.from, typed.to].some((text) => text !== "");
  const wider = radius === null ? undefined : RADII.find((km) => km > radius);
  const next = filtered
    ? { to: { ...typed, page: "", kind: "", category: "", from: "", to: "" }, label: "Show everything here" }
    : wider !== undefined
      ? { to: { ...restarted, radius: String(wider) }, label: `Look within ${lengthText(wider, units)}` }
      : { to: { units: typed.units }, label: "See the whole map" };
  const landing = center === null && typed.map === "" && !filtered;
  return (
    <EmptyState
      title={landing ? "The map is open" : "Nothing here yet."}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          {landing ? null : <ButtonLink to={mapAddress(next.to)}>{next.label}</ButtonLink>}
          {member ? (
            <ButtonLink to="/events/submit" kind={landing ? "primary" : "quiet"}>
              + Submit an Event
            </ButtonLink>
          ) : null}
        </span>
      }
    >
      {landing
        ? "Events will appear here, along with garages whose owners show them on the map."
        : "Events appear automatically; garages only if the owner opts in."}
    </EmptyState>
  );
}
