import type { Paged } from "~/lib/paging";
import { ButtonLink } from "~/ui/button";
import { EmptyState, Section } from "~/ui/page";
import { Pagination } from "~/ui/pagination";
import type { ActivityView } from "../queries.server";
import { FeedCard } from "./feed-card";

/** Home's Garages You Follow, for a logged-in person: what happened there. */
export function Feed({ feed }: { feed: Paged<ActivityView> }) {
  const { rows, total } = feed;
  return (
    <Section id="following" title="Garages You Follow">
      {rows.length > 0 ? (
        <ol className="card-grid card-rows">
          {rows.map((activity, at) => (
            <li key={activity.id}>
              <FeedCard activity={activity} priority={at === 0} />
            </li>
          ))}
        </ol>
      ) : (
        <EmptyFeed pastEnd={total > 0} />
      )}
      <Pagination {...feed} anchor="following" />
    </Section>
  );
}

function EmptyFeed({ pastEnd }: { pastEnd: boolean }) {
  if (pastEnd) {
    return <EmptyState title="Nothing on this page." action={<ButtonLink to="/">See the first page</ButtonLink>} />;
  }
  return (
    <EmptyState title="Your Feed is Empty" action={<ButtonLink to="/garages">Find garages to follow</ButtonLink>}>
      Follow an owner, and what happens in their garage will appear here: new vehicles, photos and work on them.
    </EmptyState>
  );
}
