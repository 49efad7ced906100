import { Link } from "@remix-run/react";
import { isPlaced, type PlacementView, placementText } from "../placement";

interface PlacedNearProps {
  placement: PlacementView;
  changeTo?: string | undefined;
  /** Garage or event, if the page has several such links. */
  of?: string | undefined;
}

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
