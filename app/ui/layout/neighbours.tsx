import { Link } from "@remix-run/react";
import { ArrowLeftIcon, ArrowRightIcon } from "../icons";

interface Neighbour {
  to: string;
  name: string;
}

interface NeighboursProps {
  label: string;
  previous: Neighbour | null;
  next: Neighbour | null;
}

/** Nothing for a single item. */
export function PreviousNext({ label, previous, next }: NeighboursProps) {
  if (!previous && !next) return null;
  return (
    <nav aria-label={label} className="mt-12 grid grid-cols-2 gap-4 border-y border-line py-2 md:mt-16">
      {previous ? (
        <Link rel="prev" to={previous.to} className="group flex min-w-0 items-center gap-3 py-2">
          <ArrowLeftIcon />
          <Label word="Previous" name={previous.name} />
        </Link>
      ) : (
        <span />
      )}
      {next ? (
        <Link rel="next" to={next.to} className="group flex min-w-0 items-center justify-end gap-3 py-2 text-right">
          <Label word="Next" name={next.name} />
          <ArrowRightIcon />
        </Link>
      ) : null}
    </nav>
  );
}

function Label({ word, name }: { word: string; name: string }) {
  return (
    <span className="min-w-0">
      <span className="block text-sm text-grey">{word}</span>{" "}
      <bdi className="font-semibold group-hover:underline">{name}</bdi>
    </span>
  );
}
