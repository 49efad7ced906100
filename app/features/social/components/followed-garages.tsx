import { GarageGrid } from "~/features/garages/components/garage-card";
import type { GarageCardView } from "~/features/garages/queries.server";
import type { Paged } from "~/lib/paging";
import { ButtonLink } from "~/ui/button";
import { EmptyState, Section } from "~/ui/page";
import { Pagination } from "~/ui/pagination";

/** Home's Garages You Follow, for a logged-in person. */
export function FollowedGarages({ garages }: { garages: Paged<GarageCardView> }) {
  const { rows, total } = garages;
  return (
    <Section id="following" title="Garages You Follow">
      {rows.length > 0 ? <GarageGrid garages={rows} eager /> : <EmptyFeed pastEnd={total > 0} />}
      <Pagination {...garages} anchor="following" />
    </Section>
  );
}

function EmptyFeed({ pastEnd }: { pastEnd: boolean }) {
  if (pastEnd) {
    return <EmptyState title="Nothing on this page." action={<ButtonLink to="/">See the first page</ButtonLink>} />;
  }
  return (
    <EmptyState title="Your Feed is Empty" action={<ButtonLink to="/garages">Find garages to follow</ButtonLink>}>
      Follow an owner and their garage will appear here.
    </EmptyState>
  );
}
