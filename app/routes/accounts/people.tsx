import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MuteButton, Unblock } from "~/features/blocks/components/peace-buttons";
import { PeopleList } from "~/features/blocks/components/people-list";
import { listPeople } from "~/features/blocks/list.server";
import { pageLoader } from "~/http/page.server";
import { requireUser } from "~/http/session.server";
import { BackLink, EmptyState, Page, PageHeader, Section } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Blocked and muted · Paddock" }];

const HERE = "/settings/people";

export const loader = pageLoader(async ({ request }) => listPeople(await requireUser(request)));

export default function PeoplePage() {
  const { blocked, muted } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <BackLink to="/settings">Settings</BackLink>
      <PageHeader title="Blocked and muted" lead="Nobody is told that you blocked or muted them." />
      <Section id="blocked" title="Blocked">
        {blocked.length > 0 ? (
          <PeopleList
            people={blocked}
            undo={({ id, name }) => <Unblock person={{ userId: id, name }} returnTo={HERE} bordered />}
          />
        ) : (
          <EmptyState title="You have not blocked anybody.">
            To block somebody, go to their garage or to something they wrote.
          </EmptyState>
        )}
      </Section>
      <Section id="muted" title="Muted">
        {muted.length > 0 ? (
          <PeopleList
            people={muted}
            undo={({ id, name }) => <MuteButton person={{ userId: id, name }} muted returnTo={HERE} bordered />}
          />
        ) : (
          <EmptyState title="You have not muted anybody.">
            Mute somebody on their garage’s page, and nothing of theirs comes up in your feed or your notifications.
          </EmptyState>
        )}
      </Section>
    </Page>
  );
}
