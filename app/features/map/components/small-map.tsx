import { tilePicture } from "~/lib/map-tiles";
import type { SmallMapView } from "../small-map.server";

/** For the eye only: the place is in the text beside it. */
export function SmallMap({ map: { tiles, labels, mark } }: { map: SmallMapView }) {
  return (
    <svg viewBox="140 210 360 220" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className="small-map">
      {tiles.map(({ href, x, y }) => (
        <image key={`${x}/${y}`} href={href} {...tilePicture({ x, y })} />
      ))}
      {labels.map(({ name, x, y }) => (
        <text key={`${name}/${x}/${y}`} x={x} y={y}>
          {name}
        </text>
      ))}
      <circle cx={mark.x} cy={mark.y} r="9" />
    </svg>
  );
}
