import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { Viewer } from "~/features/accounts/policy";
import { SettingsTable } from "~/features/notifications/components/settings-table";
import { KINDS } from "~/features/notifications/kinds";
import { changeSettings } from "~/features/notifications/settings.server";
import { getSettings } from "~/features/notifications/settings-queries.server";
import { patchOfForm, settingsPatch } from "~/features/notifications/settings-schema.server";
import { SETTINGS_MESSAGES } from "~/features/notifications/settings-words";
import { pageAction, pageLoader, readForm } from "~/http/page.server";
import { formHeaders } from "~/http/page-headers";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { decode } from "~/lib/decode";
import { SubmitButton } from "~/ui/button";
import { Checkbox } from "~/ui/field";
import { PageForm } from "~/ui/form";
import { keepTyped } from "~/ui/keep-typed";
import { BackLink, Page, PageHeader } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Notification settings · Paddock" }];

export const headers = formHeaders;

/** What waits for the admins is told to them only. */
const kindsFor = ({ role }: Viewer) => KINDS.filter((kind) => kind !== "admin" || role === "admin");

export const loader = pageLoader(async ({ request }) => {
  const viewer = await requireUser(request);
  const { paused, settings } = getSettings(viewer.id);
  return { paused, rows: kindsFor(viewer).map((kind) => ({ kind, choice: settings[kind] })) };
});

export const action = pageAction({
  audience: "member",
  body: "text",
  limit: "edit",
  failed: SETTINGS_MESSAGES.failed,
  run: async ({ request }) => {
    const viewer = await requireUser(request);
    const { values } = await readForm(request);
    changeSettings(viewer.id, decode(settingsPatch, patchOfForm(values, kindsFor(viewer))));
    return redirectWithToast("/settings/notifications", SETTINGS_MESSAGES.saved);
  },
});

export const clientAction = keepTyped(SETTINGS_MESSAGES.failed);

export default function NotificationSettingsPage() {
  const { paused, rows } = useLoaderData<typeof loader>();
  return (
    <Page>
      <BackLink to="/settings">Settings</BackLink>
      <PageHeader title="Notification settings" lead="What you are told about, and where." />
      <PageForm initial={{ paused }}>
        <SettingsTable rows={rows} />
        <p className="mb-6 max-w-measure text-grey">
          Daily mail comes once a day, weekly mail on Mondays, and only when there is something you have not read. Mail
          at once waits two minutes, so that what happens together comes together.
        </p>
        <div className="max-w-measure">
          <Checkbox
            name="paused"
            label="Pause all mail"
            hint="What is missed meanwhile is not mailed later. Nothing changes on the site, and mail about your account itself, such as a new password, always comes."
          />
        </div>
        <SubmitButton busy="Saving…">Save</SubmitButton>
      </PageForm>
    </Page>
  );
}
