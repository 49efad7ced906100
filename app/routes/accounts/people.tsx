import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { MuteButton, UnblockButton } from "~/features/blocks/components/block-buttons";
import { type BlockedUserView, listPeople } from "~/features/blocks/queries.server";
import { pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";
import { Avatar } from "~/ui/avatar";
import { pageTitle } from "~/ui/document/page-title";
import { EmptyState, Page, PageHeader, Section } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "People")];

const HERE = "/settings/people";

export const loader = pageLoader(async ({ request, context }) => listPeople(await requireUser({ request, context })));

export default function PeoplePage() {
  const { blocked, muted } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader
        title="People"
        lead="People you block can't interact with you. You won't hear from people you mute. Members are not notified."
      />
      <div>
        <Section id="blocked" title="Blocked">
          {blocked.length > 0 ? (
            <BlockedPeople
              people={blocked}
              undo={({ id, name }) => <UnblockButton person={{ userId: id, name }} returnTo={HERE} bordered />}
            />
          ) : (
            <EmptyState title="You have not blocked any members.">
              To block a member, go to their garage or to something they posted.
            </EmptyState>
          )}
        </Section>
        <Section id="muted" title="Muted">
          {muted.length > 0 ? (
            <BlockedPeople
              people={muted}
              undo={({ id, name }) => <MuteButton person={{ userId: id, name }} muted returnTo={HERE} bordered />}
            />
          ) : (
            <EmptyState title="You have not muted any members.">
              Mute a member on their garage’s page to hide them from your feed and notifications.
            </EmptyState>
          )}
        </Section>
      </div>
    </Page>
  );
}

function BlockedPeople(list: { people: BlockedUserView[]; undo: (person: BlockedUserView) => ReactNode }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {list.people.map((person) => (
        <li key={person.id} className="flex items-center gap-4 py-3">
          <Avatar avatar={person.avatar} size={48} />
          <div className="min-w-0 flex-1">
            <p className="font-bold">
              <bdi>{person.name}</bdi>
            </p>
            {person.garage ? (
              <Link to={`/garages/${person.garage.id}`} className="link inline-flex min-h-11 items-center">
                <bdi>{person.garage.name}</bdi>
              </Link>
            ) : (
              <p className="text-sm text-grey">No garage yet</p>
            )}
          </div>
          {list.undo(person)}
        </li>
      ))}
    </ul>
  );
}
