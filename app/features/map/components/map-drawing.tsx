import { TILE_SIZE, tilePicture } from "~/lib/map-tiles";
import type { TypedMapSearch } from "../address";
import { scaleBar, type Units } from "../format";
import type { VIEWPORT } from "../viewport";
import type { MapView, TileView } from "../views.server";
import { MapMarks } from "./map-marks";

const SIZE: typeof VIEWPORT = { width: 640, height: 480 };
/** Labels that fit on a phone, of the biggest towns. */
const LABELS_ON_PHONE = 6;
/** For decorative parts: the heading and the list say the same as text. */
const DECORATIVE = { "aria-hidden": true } as const;

interface MapDrawingProps {
  view: MapView;
  typed: TypedMapSearch;
  units: Units;
  /** The accessible name. */
  label: string;
}

/** The map as SVG: tiles, search radius, labels, marks, scale. */
export function MapDrawing({ view, typed, units, label }: MapDrawingProps) {
  const { viewport, tiles, labels, marks, ring } = view;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing that holds links is a group, and no form's
    <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="group" aria-label={label} className="map">
      <g className="map-moving">
        {tiles.map((tile) => (
          <image key={`${tile.x}/${tile.y}`} href={tile.href} {...tileBounds(tile)} />
        ))}
        {ring === null ? null : (
          <g {...DECORATIVE}>
            <circle cx={ring.x} cy={ring.y} r={ring.r} className="map-ring" />
            <path d={`M${ring.x - 6} ${ring.y}h12m-6-6v12`} className="map-middle" />
          </g>
        )}
        <g {...DECORATIVE}>
          {labels.map(({ name, x, y }, at) => (
            <text
              key={`${name}/${x}/${y}`}
              x={x}
              y={y}
              className={`map-name ${at < LABELS_ON_PHONE ? "" : "map-minor"}`}
            >
              {name}
            </text>
          ))}
        </g>
        <MapMarks marks={marks} typed={typed} />
      </g>
      <Scale {...scaleBar(viewport, units)} />
    </svg>
  );
}

/** Our own tiles overlap, so that no seams show where the map is scaled; those of a tile server do not. */
function tileBounds({ x, y, side }: TileView) {
  return side === TILE_SIZE ? tilePicture({ x, y }) : { x, y, width: side + 0.5, height: side + 0.5 };
}

function Scale({ px, text }: { px: number; text: string }) {
  return (
    <g transform={`translate(12 ${SIZE.height - 12})`} {...DECORATIVE} className="map-scale">
      <path d={`M0-6v6h${px}v-6`} />
      <text x="5" y="-5">
        {text}
      </text>
    </g>
  );
}
