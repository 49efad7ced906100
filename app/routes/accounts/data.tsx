import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DataDownload } from "~/features/data-export/components/data-download";
import { getPhotoQuota } from "~/features/photos/new-photos.server";
import { CACHE_PRIVATE } from "~/http/caching";
import { formActions, pageLoader } from "~/http/page/page.server";
import { isReauthenticatedRequest } from "~/http/session/login.server";
import { requireUser } from "~/http/session/session.server";
import { formatBytes } from "~/lib/text";
import { pageTitle } from "~/ui/document/page-title";
import { formClientAction } from "~/ui/forms/client-action";
import { Page, PageHeader, Section } from "~/ui/layout/page";
import { DATA_FORMS } from "./settings-forms.server";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Data")];

export const headers = () => CACHE_PRIVATE;

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  const { used, quota } = getPhotoQuota(viewer.id);
  return {
    room: { used: formatBytes(used), quota: formatBytes(quota) },
    isReauthenticated: await isReauthenticatedRequest(request),
  };
});

export const action = formActions({ audience: "member", body: "text", limit: "edit" }, DATA_FORMS);

export const clientAction = formClientAction("Something went wrong.");

export default function DataPage() {
  const { room, isReauthenticated } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <PageHeader title="Data" />
      <div>
        <Section id="room" title="Photos">
          <p>
            Your photos take up {room.used} of {room.quota}.
          </p>
        </Section>
        <Section id="data" title="Your data">
          <p className="mb-5">
            A copy of everything we hold about you: your garage, vehicles and photos, your comments, likes, reviews and
            requests, as JSON and as a page that opens in any browser, even offline.
          </p>
          <DataDownload isReauthenticated={isReauthenticated}>
            <a href="/settings/export" className="button">
              Download my data (.zip)
            </a>
          </DataDownload>
        </Section>
      </div>
    </Page>
  );
}
