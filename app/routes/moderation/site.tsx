import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireAdmin, type Viewer } from "~/features/accounts/policy";
import { changeSiteAndLogo } from "~/features/site/commands.server";
import { LookFields } from "~/features/site/components/look-fields";
import { SITE_LIMITS, SITE_MESSAGES } from "~/features/site/limits";
import { gapsIn, privacyDraft } from "~/features/site/privacy-draft.server";
import { getSiteSettings } from "~/features/site/queries.server";
import { siteInput } from "~/features/site/schema.server";
import { pageAction, pageLoader } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import { redirectSaved, redirectWithToast } from "~/http/page/toast.server";
import { COOKIES, cookieLifetime } from "~/http/session/cookies";
import { requireUser } from "~/http/session/session.server";
import { decode } from "~/lib/decode";
import { revisionOf, unlessChanged } from "~/lib/revision.server";
import { SITE_TEXT_LABELS, SITE_TEXTS } from "~/lib/site";
import { toIso } from "~/lib/time";
import { jump } from "~/ui/document/jump";
import { pageTitle } from "~/ui/document/page-title";
import { EnterButton, SubmitButton } from "~/ui/forms/button";
import { formClientAction } from "~/ui/forms/client-action";
import { Field, TextArea } from "~/ui/forms/field";
import { PageForm } from "~/ui/forms/form";
import { Page, PageHeader, Section } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, "Site")];

const WITH_DRAFT = "/admin/site?draft=privacy#field-privacy";

/** Of a `datetime-local` field, in UTC. */
const toField = (at: number | null) => (at === null ? "" : toIso(at).slice(0, 16));

function readValues(viewer: Viewer) {
  const { announcedFrom, announcedUntil, announcedAt: _, ...site } = getSiteSettings(viewer);
  return { ...site, from: toField(announcedFrom), until: toField(announcedUntil) };
}

export const loader = pageLoader(async ({ request, context }) => {
  const viewer = await requireUser({ request, context });
  const { locked, ...site } = readValues(viewer);
  const { logo: _, ...texts } = site;
  const revision = revisionOf(texts);
  const asksForDraft = new URL(request.url).searchParams.get("draft") === "privacy";
  const cookies = Object.values(COOKIES).map((cookie) => ({ ...cookie, life: cookieLifetime(cookie) }));
  if (asksForDraft && site.privacy === "") site.privacy = privacyDraft(site, cookies);
  const hasDraft = site.privacy === "";
  const gaps = gapsIn(site.privacy);
  return { locked, hasDraft, gaps, revision, values: site };
});

export const action = pageAction({
  audience: "admin",
  body: "files",
  limit: "moderate",
  failed: SITE_MESSAGES.failed,
  run: async ({ request, context }) => {
    const viewer = await requireUser({ request, context });
    requireAdmin(viewer);
    const { values, files } = await readForm(request);
    const { from, until, removeLogo, ...input } = decode(siteInput, values);
    const changes = { ...input, announcedFrom: from, announcedUntil: until, ...(removeLogo && { logo: null }) };
    const precondition = unlessChanged(values, () => {
      const { locked: _, logo: _logo, ...texts } = readValues(viewer);
      return texts;
    });
    await changeSiteAndLogo(viewer, changes, files.logo, precondition);
    // Also saves the other fields, because no page could keep them.
    if (values.draft === "on") return redirectWithToast(WITH_DRAFT, SITE_MESSAGES.saved);
    return redirectSaved(request, "/admin/site", { form: "form", message: SITE_MESSAGES.saved });
  },
});

export const clientAction = formClientAction(SITE_MESSAGES.failed);

const HINTS = {
  imprint: "Who runs the site, and how to reach them. Required by law in some countries.",
  privacy: "What personal data you keep, for how long, and who to contact.",
  terms: "The terms members agree to when they use the site.",
  rules: "What members may show and write. Replaces the built-in rules.",
} as const;

const PARTS = { look: "Look", contact: "Contact", announcement: "Announcement", texts: "Texts" } as const;

export default function SitePage() {
  const { values, revision, locked, hasDraft, gaps } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="Site" lead="Name, look, contact and legal texts." />
      <PageForm
        preventScrollReset
        initial={{ ...values, revision }}
        key={JSON.stringify(values)}
        encType="multipart/form-data"
      >
        {hasDraft ? <EnterButton>Save</EnterButton> : null}
        <nav
          aria-label="On this page"
          className="z-10 flex flex-wrap gap-x-6 bg-paper shadow-[0_1px_var(--line)] md:sticky md:top-0"
        >
          {Object.entries(PARTS).map(([id, title]) => (
            <a key={id} href={`#${id}`} onClick={jump} className="link inline-flex min-h-11 items-center">
              {title}
            </a>
          ))}
        </nav>
        <div>
          <Section id="look" title={PARTS.look}>
            <LookFields logo={values.logo} isNameLocked={locked.includes("name")} />
          </Section>
          <Section id="contact" title={PARTS.contact}>
            <div className="max-w-form">
              <Field
                name="contact"
                label="Contact address"
                hint="Public contact email, shown in the footer."
                type="email"
                optional
              />
            </div>
          </Section>
          <Section id="announcement" title={PARTS.announcement}>
            <div className="max-w-form">
              <TextArea
                name="announcement"
                label="Text"
                hint="Shown on every page until the reader dismisses it. Leave it empty for none. *Italic*, **bold** and [links](/events) are possible."
                rows={3}
                maxLength={SITE_LIMITS.announcement}
                optional
              />
              <Field name="from" label="Show from (UTC)" type="datetime-local" optional />
              <Field name="until" label="Show until (UTC)" type="datetime-local" optional />
            </div>
          </Section>
          <Section id="texts" title={PARTS.texts}>
            <div className="max-w-form">
              <p className="mb-6 text-sm text-grey">
                Texts take Markdown: # headings, - lists, 1. numbered lists, **bold**, [links](https://example.com), and
                paragraphs with an empty line between them. HTML is shown as it is typed.
              </p>
              {SITE_TEXTS.map((kind) => (
                <div key={kind}>
                  <TextArea
                    name={kind}
                    label={SITE_TEXT_LABELS[kind]}
                    hint={kind === "privacy" && gaps.length > 0 ? `Please fill in: ${gaps.join(", ")}.` : HINTS[kind]}
                    rows={10}
                    maxLength={SITE_LIMITS.text}
                    optional
                  />
                  <p className="-mt-4 mb-6 flex flex-wrap items-center gap-x-6">
                    <Link to={`/admin/site/${kind}`} className="link inline-flex min-h-11 items-center">
                      {`Versions of “${SITE_TEXT_LABELS[kind]}”`}
                    </Link>
                    {kind === "privacy" && hasDraft ? (
                      <SubmitButton kind="secondary" small name="draft" value="on" busy="Saving…">
                        Save and insert a draft privacy notice
                      </SubmitButton>
                    ) : null}
                  </p>
                </div>
              ))}
            </div>
          </Section>
        </div>
        <div className="save-bar mt-4">
          <SubmitButton busy="Saving…">Save</SubmitButton>
        </div>
      </PageForm>
    </Page>
  );
}
