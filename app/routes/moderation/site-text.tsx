import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SITE_MESSAGES } from "~/features/site/limits";
import { listSiteTextVersions } from "~/features/site/queries.server";
import { pageLoader } from "~/http/page/page.server";
import { requireUser } from "~/http/session/session.server";
import { DomainError } from "~/lib/errors";
import { SITE_TEXT_LABELS, SITE_TEXTS } from "~/lib/site";
import { formatTime } from "~/lib/time";
import { pageTitle } from "~/ui/document/page-title";
import { BackLink, EmptyState, Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  pageTitle(matches, data && `Versions of “${data.title}”`),
];

/** All versions, in Markdown as entered. */
export const loader = pageLoader(async ({ request, context, params }) => {
  const viewer = await requireUser({ request, context });
  const kind = SITE_TEXTS.find((text) => text === params.text);
  const versions = listSiteTextVersions(viewer, kind ?? "imprint");
  if (!kind) throw new DomainError("not_found", SITE_MESSAGES.noText);
  return { title: SITE_TEXT_LABELS[kind], versions };
});

export default function SiteTextVersions() {
  const { title, versions } = useLoaderData<typeof loader>();
  return (
    <Page>
      <BackLink to="/admin/site">Site</BackLink>
      <PageHeader title={`Versions of “${title}”`} lead="The newest version is live." />
      {versions.length === 0 ? <EmptyState title="Nothing yet.">Each version you save is kept here.</EmptyState> : null}
      {versions.map(({ id, text, createdAt }) => (
        <section key={id} className="mt-8">
          <h2 className="text-lg">{formatTime(createdAt)}</h2>
          <p className="prose mt-2 whitespace-pre-wrap" dir="auto">
            {text === "" ? "(empty: the page was removed)" : text}
          </p>
        </section>
      ))}
    </Page>
  );
}
