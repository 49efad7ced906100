import { PersonRow } from "~/features/accounts/components/person-row";
import type { PersonView } from "~/features/accounts/queries.server";
import type { Paged } from "~/lib/paging";
import { ButtonLink } from "~/ui/forms/button";
import { EmptyState } from "~/ui/layout/page";
import { Pagination } from "~/ui/layout/pagination";

interface PeopleListProps {
  people: Paged<PersonView>;
  none: string;
  back: { to: string; label: string };
}

export function PeopleList({ people: { rows, ...list }, none, back }: PeopleListProps) {
  if (rows.length === 0) {
    const action = <ButtonLink to={back.to}>{back.label}</ButtonLink>;
    return <EmptyState title={list.total > 0 ? "Nothing on this page." : none} action={action} />;
  }
  return (
    <>
      <h2 className="sr-only">Members</h2>
      <ul className="grid border-t border-line md:grid-cols-2 md:gap-x-8 lg:grid-cols-3">
        {rows.map((person) => (
          <li key={person.id}>
            <PersonRow person={person} />
          </li>
        ))}
      </ul>
      <Pagination {...list} />
    </>
  );
}
