import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Avatar } from "~/ui/avatar";
import type { ListedPersonView } from "../list.server";

interface PeopleListProps {
  people: ListedPersonView[];
  /** Undoes it for one of them. */
  undo: (person: ListedPersonView) => ReactNode;
}

/** People with their garage, and what undoes the one thing that lists them here. */
export function PeopleList({ people, undo }: PeopleListProps) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {people.map((person) => (
        <li key={person.id} className="flex items-center gap-4 py-3">
          <Avatar avatar={person.avatar} size={48} />
          <div className="min-w-0 flex-1">
            <p className="font-bold break-words">{person.name}</p>
            {person.garage ? (
              <Link to={`/garages/${person.garage.id}`} className="link inline-flex min-h-11 items-center break-words">
                {person.garage.name}
              </Link>
            ) : (
              <p className="text-sm text-grey">No garage yet</p>
            )}
          </div>
          {undo(person)}
        </li>
      ))}
    </ul>
  );
}
