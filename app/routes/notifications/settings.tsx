import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isStaff, type Viewer } from "~/features/accounts/policy";
import {
  KIND_HINTS,
  type KindSetting,
  kindLabel,
  MAIL_MODES,
  MODE_LABELS,
  mailField,
  NOTIFICATION_KINDS,
  type NotificationKind,
  SETTINGS_MESSAGES,
  siteField,
} from "~/features/notifications/kinds";
import { changeSettings, getSettings } from "~/features/notifications/settings/queries.server";
import { patchOfForm, settingsPatch } from "~/features/notifications/settings/schema.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectSaved } from "~/http/page/toast.server";
import { requireUser } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { revisionOf, unlessChanged } from "~/lib/revision.server";
import { pageTitle, useSiteName } from "~/ui/document/page-title";
import { SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { Checkbox } from "~/ui/forms/field";
import { FieldMessages } from "~/ui/forms/field-parts";
import { PageForm } from "~/ui/forms/form";
import { useFieldId, useFormState } from "~/ui/forms/form-state";
import { Page, PageHeader } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Notification settings")];

/** Of pending work. */
const kindsFor = (viewer: Viewer) => NOTIFICATION_KINDS.filter((kind) => kind !== "admin" || isStaff(viewer));

function valuesOf(viewer: Viewer, { paused, settings }: ReturnType<typeof getSettings>) {
  const choices = kindsFor(viewer).flatMap((kind) => [
    [siteField(kind), settings[kind].site],
    [mailField(kind), settings[kind].mail],
  ]);
  return { paused, ...Object.fromEntries(choices) };
}

const MODES = new Map(Object.entries(MODE_LABELS));
const LABELS = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [mailField(kind), MODES]));

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  const { paused, settings } = getSettings(viewer.id);
  const rows = kindsFor(viewer).map((kind) => ({ kind, choice: settings[kind] }));
  return { paused, rows, revision: revisionOf(valuesOf(viewer, { paused, settings })) };
});

export const action = pageAction({
  audience: "member",
  limit: "edit",
  failed: SETTINGS_MESSAGES.failed,
  run: async ({ request, context }) => {
    const viewer = await requireUser({ request, context });
    const { values } = await readForm(request);
    const patch = decode(settingsPatch, patchOfForm(values, kindsFor(viewer)));
    changeSettings(
      viewer.id,
      patch,
      unlessChanged(values, () => valuesOf(viewer, getSettings(viewer.id)), LABELS),
    );
    return redirectSaved(request, "/settings/notifications", { form: "form", message: SETTINGS_MESSAGES.saved });
  },
});

export const clientAction = formClientAction(SETTINGS_MESSAGES.failed);

export default function NotificationSettingsPage() {
  const { paused, rows, revision } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Notification settings" lead="Choose what we notify you about, and how." />
      <PageForm preventScrollReset initial={{ paused, revision }}>
        <SettingsTable rows={rows} />
        <p className="mb-6 max-w-measure text-grey">
          We send daily emails once a day and weekly emails on Mondays, only if you have unread notifications. Instant
          emails are grouped over two minutes.
        </p>
        <div className="max-w-measure">
          <Checkbox
            name="paused"
            label="Pause all emails"
            hint="Anything that happens while paused won’t be emailed later. Nothing changes on the site, and emails about your account itself, such as a new password, are always sent."
          />
        </div>
        <div className="save-bar mt-4">
          <SubmitButton busy="Saving…">Save</SubmitButton>
        </div>
      </PageForm>
    </Page>
  );
}

/** On a phone each kind is a stack. */
function SettingsTable({ rows }: { rows: readonly { kind: NotificationKind; choice: KindSetting }[] }) {
  const inSite = `In ${useSiteName()}`;
  return (
    <table className="table mb-6 max-w-3xl">
      <caption className="sr-only">Notification settings</caption>
      <thead>
        <tr>
          <th scope="col">Notify me about</th>
          <th scope="col">{inSite}</th>
          <th scope="col">By email</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ kind, choice }) => (
          <tr key={kind}>
            <th scope="row">
              {kindLabel(kind)}
              {KIND_HINTS[kind] ? (
                <span className="block text-sm font-normal text-grey">{KIND_HINTS[kind]}</span>
              ) : null}
            </th>
            <td data-label={inSite} className="items-center">
              <SiteSwitch kind={kind} on={choice.site} />
            </td>
            <td data-label="By email" className="items-center">
              <MailChoice kind={kind} mode={choice.mail} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SiteSwitch({ kind, on }: { kind: NotificationKind; on: boolean }) {
  const { failure } = useFormState();
  const name = siteField(kind);
  const id = useFieldId()(name);
  return (
    <div>
      <label className="flex size-11 cursor-pointer items-center">
        <span className="sr-only">{kindLabel(kind)}: on the site</span>
        <input
          type="checkbox"
          name={name}
          value="on"
          id={id}
          defaultChecked={failure ? failure.values[name] === "on" : on}
          className="size-6 shrink-0 accent-ink"
        />
      </label>
      <FieldMessages id={id} messages={failure?.errors[name]} />
    </div>
  );
}

function MailChoice({ kind, mode }: { kind: NotificationKind; mode: string }) {
  const { failure } = useFormState();
  const name = mailField(kind);
  const id = useFieldId()(name);
  const messages = failure?.errors[name];
  return (
    <div className="w-full max-w-40">
      <select
        name={name}
        id={id}
        aria-label={`${kindLabel(kind)}: by email`}
        aria-invalid={messages ? true : undefined}
        aria-describedby={messages ? `${id}-error` : undefined}
        className="input"
        defaultValue={failure ? failure.values[name] : mode}
      >
        {MAIL_MODES.map((candidate) => (
          <option key={candidate} value={candidate}>
            {MODE_LABELS[candidate]}
          </option>
        ))}
      </select>
      <FieldMessages id={id} messages={messages} />
    </div>
  );
}
