import { Link } from "@remix-run/react";
import { isPlaced, type PlacementView, placementText } from "../placement";

interface PlacedNearProps {
  placement: PlacementView;
  /** The page that changes it, where the viewer may. */
  changeTo?: string | undefined;
  /** What it is about, for a link that is not the only one of its kind on the page. */
  of?: string | undefined;
}

/** "Placed near Birmingham, GB: change": where the map has something, and the way to say otherwise. */
export function PlacedNear({ placement, changeTo, of }: PlacedNearProps) {
  return (
    <p className="text-sm text-grey">
      {changeTo === undefined ? placementText(placement) : `${placementText(placement)}: `}
      {changeTo === undefined ? null : (
        <Link to={changeTo} className="link py-3">
          {isPlaced(placement) ? "change" : "choose"}
          {of === undefined ? null : (
            <span className="sr-only">
              {" "}
              the place of <bdi>{of}</bdi>
            </span>
          )}
        </Link>
      )}
    </p>
  );
}
