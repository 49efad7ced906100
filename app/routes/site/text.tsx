import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { OperatorText } from "~/features/site/components/operator-text";
import { getSiteTextPage } from "~/features/site/queries.server";
import type { RouteHandle } from "~/http/context";
import { pageLoader } from "~/http/page/page.server";
import { SITE_TEXT_LABELS, SITE_TEXTS } from "~/lib/site";
import { pageTitle, siteNameOf } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { Page, PageHeader } from "~/ui/layout/page";

export const handle: RouteHandle = { cache: { query: [] } };

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) => {
  if (!data) return [pageTitle(page.matches, "Page Not Found")];
  return shareMeta(page, { title: data.title, description: `${data.title} of ${siteNameOf(page.matches)}.` });
};

export const loader = pageLoader(({ request }) => {
  const [, last = ""] = new URL(request.url).pathname.replace(/\.data$/, "").split("/");
  const kind = SITE_TEXTS.find((text) => text === last.toLowerCase()) ?? "imprint";
  return { title: SITE_TEXT_LABELS[kind], ...getSiteTextPage(kind) };
});

export default function TextPage() {
  const { title, html, changedAt } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title={title} />
      <OperatorText html={html} changedAt={changedAt} />
    </Page>
  );
}
