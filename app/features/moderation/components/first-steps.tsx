import { Link } from "@remix-run/react";
import type { FirstStep } from "~/features/operations/first-steps.server";
import { Chip } from "~/ui/chip";
import { Section } from "~/ui/layout/page";

interface StepText {
  label: string;
  hint: string;
  to: string;
  link: string;
}

const TEXTS: Record<FirstStep["name"], StepText> = {
  mail: {
    label: "Check that email works",
    hint: "Set SMTP_URL in the server’s environment, restart, then send a test to your own address.",
    ...{ to: "/admin/mail", link: "Send a test email" },
  },
  backups: {
    label: "Turn on backups",
    hint: "Set RESTIC_REPOSITORY, RESTIC_PASSWORD and BACKUP_EVERY in the server’s environment, then restart.",
    ...{ to: "/admin/backups", link: "Backups" },
  },
  privacy: {
    label: "Publish a privacy text",
    hint: "A draft for this site is ready to be completed.",
    ...{ to: "/admin/site/privacy", link: "Write the privacy text" },
  },
  logo: {
    label: "Add a logo",
    hint: "It appears in the header and on home screens.",
    ...{ to: "/admin/site", link: "Choose a logo" },
  },
  registration: {
    label: "Decide who may join",
    hint: "Also choose whose first posts are reviewed. Save once, even without a change.",
    ...{ to: "/admin/door", link: "Registration settings" },
  },
  people: {
    label: "Invite the first member",
    hint: "An invite is a link that opens an account.",
    ...{ to: "/settings/invites", link: "Create an invite" },
  },
};

/** Of a new site, until all are done. */
export function FirstSteps({ steps }: { steps: readonly FirstStep[] }) {
  if (steps.length === 0) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <div className="mb-12">
      <Section id="first-steps" title="Finish setting up">
        <p className="mb-3 text-grey">
          {done} of {steps.length} done. This list disappears with the last one.
        </p>
        <ol className="overflow-hidden rounded-lg border border-line bg-surface">
          {steps.map((step) => (
            <li key={step.name} className="border-b border-line px-4 py-3 last:border-b-0">
              <Step {...step} />
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}

function Step({ name, isDone }: FirstStep) {
  const { label, hint, to, link } = TEXTS[name];
  if (isDone) {
    return (
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-grey">
        {label} <Chip tone="done">Done</Chip>
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <div className="min-w-0">
        <p>{label}</p>
        <p className="text-sm text-grey">{hint}</p>
      </div>
      <Link to={to} className="link inline-flex min-h-11 items-center">
        {link}
      </Link>
    </div>
  );
}
