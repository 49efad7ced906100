import { Link } from "@remix-run/react";
import { ArrowLeftIcon, ArrowRightIcon } from "~/ui/icons";

interface Neighbour {
  id: string;
  title: string;
}

interface EntryNeighboursProps {
  previous: Neighbour | null;
  next: Neighbour | null;
}

/** The way through a build log, the newest first: the entries before and behind this one. Nothing where it is the only one. */
export function EntryNeighbours({ previous, next }: EntryNeighboursProps) {
  if (!previous && !next) return null;
  return (
    <nav aria-label="More of the build log" className="mt-12 grid grid-cols-2 gap-4 border-y border-line py-2 md:mt-16">
      {previous ? (
        <Link rel="prev" to={`/build/${previous.id}`} className="group flex min-w-0 items-center gap-3 py-2">
          <ArrowLeftIcon />
          <Label word="Previous" entry={previous} />
        </Link>
      ) : (
        <span />
      )}
      {next ? (
        <Link
          rel="next"
          to={`/build/${next.id}`}
          className="group flex min-w-0 items-center justify-end gap-3 py-2 text-right"
        >
          <Label word="Next" entry={next} />
          <ArrowRightIcon />
        </Link>
      ) : null}
    </nav>
  );
}

function Label({ word, entry }: { word: string; entry: Neighbour }) {
  return (
    <span className="min-w-0">
      <span className="block text-sm text-grey">{word}</span>{" "}
      <span className="font-semibold group-hover:underline">{entry.title}</span>
    </span>
  );
}
