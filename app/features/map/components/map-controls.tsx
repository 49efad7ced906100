import { Link, type LinkProps, useNavigate } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { ArrowLeftIcon, ArrowRightIcon, PlusIcon } from "~/ui/icons";
import { mapAddress, pannedUrl, type TypedMapSearch } from "../address";
import type { Units } from "../format";

/** As in the address; null beyond the smallest or largest zoom. */
export interface AdjacentViewports {
  north: string;
  south: string;
  west: string;
  east: string;
  zoomIn: string | null;
  zoomOut: string | null;
}

interface MapControlsProps {
  adjacent: AdjacentViewports;
  searchInput: TypedMapSearch;
  units: Units;
}

const ICON = "size-5";
const MOVES: [direction: keyof AdjacentViewports, name: string, icon: ReactNode][] = [
  ["west", "Move west", <ArrowLeftIcon key="w" className={ICON} />],
  ["north", "Move north", <ArrowLeftIcon key="n" className={`${ICON} rotate-90`} />],
  ["south", "Move south", <ArrowLeftIcon key="s" className={`${ICON} -rotate-90`} />],
  ["east", "Move east", <ArrowRightIcon key="e" className={ICON} />],
];

/** Plain links: every viewport has an address. */
export function MapControls({ adjacent, searchInput, units }: MapControlsProps) {
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-1 gap-y-2">
      <nav aria-label="Move the map" className="flex gap-2">
        <span className="map-group">
          <ControlLink name="Zoom in" viewport={adjacent.zoomIn} searchInput={searchInput}>
            <PlusIcon className={ICON} />
          </ControlLink>
          <ControlLink name="Zoom out" viewport={adjacent.zoomOut} searchInput={searchInput}>
            <svg aria-hidden="true" viewBox="0 0 24 24" stroke="currentColor" strokeWidth="2" className={ICON}>
              <path d="M5 12h14" />
            </svg>
          </ControlLink>
        </span>
        <span className="map-group map-arrows">
          {MOVES.map(([direction, name, icon]) => (
            <ControlLink key={direction} name={name} viewport={adjacent[direction]} searchInput={searchInput}>
              {icon}
            </ControlLink>
          ))}
        </span>
      </nav>
      <UnitSwitch searchInput={searchInput} units={units} />
    </div>
  );
}

interface ControlLinkProps {
  name: string;
  viewport: string | null;
  searchInput: TypedMapSearch;
  children: ReactNode;
}

function ControlLink({ name, viewport, searchInput, children }: ControlLinkProps) {
  if (viewport === null) {
    return (
      <span aria-hidden="true" className="map-way">
        {children}
      </span>
    );
  }
  return (
    <MapLink to={pannedUrl(searchInput, viewport)} aria-label={name} title={name} className="map-way">
      {children}
    </MapLink>
  );
}

function UnitSwitch({ searchInput, units }: { searchInput: TypedMapSearch; units: Units }) {
  const choices = [
    ["", "km"],
    ["mi", "mi"],
  ] as const;
  return (
    <nav aria-label="Units" className="map-group">
      {choices.map(([value, text]) => (
        <MapLink
          key={text}
          to={mapAddress({ ...searchInput, units: value })}
          aria-label={`Distances in ${text}`}
          aria-current={value === units ? "true" : undefined}
          className="map-way"
        >
          {text}
        </MapLink>
      ))}
    </nav>
  );
}

export const MAP_ID = "map";

/** Nofollow. Without script it scrolls to the map; with script it keeps the scroll position. */
export function MapLink({ to, ...rest }: Omit<LinkProps, "to" | "onClick"> & { to: string }) {
  const navigate = useNavigate();
  const navigateInPlace = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    navigate(to, { preventScrollReset: true });
  };
  return <Link rel="nofollow" {...rest} to={`${to}#${MAP_ID}`} onClick={navigateInPlace} />;
}
