import type { ReactNode } from "react";
import { ArrowLeftIcon, ArrowRightIcon, PlusIcon } from "~/ui/icons";
import { mapAddress, movedAddress, type TypedMapSearch } from "../address";
import type { Units } from "../format";
import { MapLink } from "./map-link";

/** The viewports around the one that is shown, as the address has them; null where there is none. */
export interface MapWays {
  north: string;
  south: string;
  west: string;
  east: string;
  nearer: string | null;
  further: string | null;
}

interface MapControlsProps {
  ways: MapWays;
  typed: TypedMapSearch;
  units: Units;
}

const ICON = "size-5";
const MOVES: [way: keyof MapWays, name: string, icon: ReactNode][] = [
  ["west", "Move west", <ArrowLeftIcon key="w" className={ICON} />],
  ["north", "Move north", <ArrowLeftIcon key="n" className={`${ICON} rotate-90`} />],
  ["south", "Move south", <ArrowLeftIcon key="s" className={`${ICON} -rotate-90`} />],
  ["east", "Move east", <ArrowRightIcon key="e" className={ICON} />],
];

/** Moves the map and comes nearer, as links: every part of the world has an address. */
export function MapControls({ ways, typed, units }: MapControlsProps) {
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-1 gap-y-2">
      <nav aria-label="Move the map" className="flex gap-2">
        <span className="map-group">
          <Way name="Zoom in" viewport={ways.nearer} typed={typed}>
            <PlusIcon className={ICON} />
          </Way>
          <Way name="Zoom out" viewport={ways.further} typed={typed}>
            <svg aria-hidden="true" viewBox="0 0 24 24" stroke="currentColor" strokeWidth="2" className={ICON}>
              <path d="M5 12h14" />
            </svg>
          </Way>
        </span>
        <span className="map-group">
          {MOVES.map(([way, name, icon]) => (
            <Way key={way} name={name} viewport={ways[way]} typed={typed}>
              {icon}
            </Way>
          ))}
        </span>
      </nav>
      <UnitSwitch typed={typed} units={units} />
    </div>
  );
}

interface WayProps {
  name: string;
  viewport: string | null;
  typed: TypedMapSearch;
  children: ReactNode;
}

function Way({ name, viewport, typed, children }: WayProps) {
  if (viewport === null) {
    return (
      <span aria-hidden="true" className="map-way">
        {children}
      </span>
    );
  }
  return (
    <MapLink to={movedAddress(typed, viewport)} aria-label={name} title={name} className="map-way">
      {children}
    </MapLink>
  );
}

/** Kilometres or miles, all else as it is. */
function UnitSwitch({ typed, units }: { typed: TypedMapSearch; units: Units }) {
  const choices = [
    ["", "km"],
    ["mi", "mi"],
  ] as const;
  return (
    <nav aria-label="Units" className="map-group">
      {choices.map(([value, text]) => (
        <MapLink
          key={text}
          to={mapAddress({ ...typed, units: value })}
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
