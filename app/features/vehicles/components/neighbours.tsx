import { Link } from "@remix-run/react";
import { ArrowLeftIcon, ArrowRightIcon } from "~/ui/icons";
import { vehicleName } from "../name";
import type { NeighbourView } from "../queries.server";

interface NeighboursProps {
  garageName: string;
  previous: NeighbourView | null;
  next: NeighbourView | null;
}

/** The way through a garage: its vehicles before and behind this one. Nothing where it is the only one. */
export function Neighbours({ garageName, previous, next }: NeighboursProps) {
  if (!previous && !next) return null;
  return (
    <nav
      aria-label={`More from ${garageName}`}
      className="mt-12 grid grid-cols-2 gap-4 border-y border-line py-2 md:mt-16"
    >
      {previous ? (
        <Link rel="prev" to={`/vehicles/${previous.id}`} className="group flex min-w-0 items-center gap-3 py-2">
          <ArrowLeftIcon />
          <Label word="Previous" vehicle={previous} />
        </Link>
      ) : (
        <span />
      )}
      {next ? (
        <Link
          rel="next"
          to={`/vehicles/${next.id}`}
          className="group flex min-w-0 items-center justify-end gap-3 py-2 text-right"
        >
          <Label word="Next" vehicle={next} />
          <ArrowRightIcon />
        </Link>
      ) : null}
    </nav>
  );
}

function Label({ word, vehicle }: { word: string; vehicle: NeighbourView }) {
  return (
    <span className="min-w-0">
      <span className="block text-sm text-grey">{word}</span>{" "}
      <span className="font-semibold group-hover:underline">{vehicleName(vehicle)}</span>
    </span>
  );
}
