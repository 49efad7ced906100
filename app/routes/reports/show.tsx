import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { CASE_MESSAGES, OUTCOME, REASON_LABELS } from "~/features/cases/limits";
import { getReport } from "~/features/cases/reports.server";
import { tokenPageHeaders } from "~/http/page/headers";
import { pageLoader } from "~/http/page/page.server";
import { formatDate } from "~/lib/time";
import { pageTitle } from "~/ui/document/page-title";
import { ButtonLink } from "~/ui/forms/button";
import { ErrorScreen } from "~/ui/layout/error-screen";
import { Page, PageHeader, Prose, Section } from "~/ui/layout/page";

export const meta: MetaFunction = ({ matches }) => [
  pageTitle(matches, "Your report"),
  { name: "robots", content: "noindex" },
];

export const headers = tokenPageHeaders;

export const loader = pageLoader(({ request, params: { token = "" } }) => ({
  ...getReport(token),
  sent: new URL(request.url).searchParams.has("sent"),
}));

export default function ReportPage() {
  const { sent, acted, decidedAt, about, title, reason, text, createdAt, link } = useLoaderData<typeof loader>();
  const isOpen = acted === null || decidedAt === null;
  return (
    <Page narrow>
      <PageHeader title={sent ? CASE_MESSAGES.received : "Your report"} />
      <Section id="state" title={isOpen ? "Under review" : `Decided on ${day(decidedAt)}`}>
        {isOpen ? (
          <>
            <p>A person will review it. If we have your email address, we will email you the decision.</p>
            <p className="mt-4">
              You can also come back here at any time. Keep this address:{" "}
              <Link to={new URL(link).pathname} className="link wrap-anywhere">
                {link}
              </Link>
            </p>
          </>
        ) : (
          <>
            <p>{acted ? OUTCOME.acted : OUTCOME.nothing}</p>
            <p className="mt-4">{OUTCOME.wrong}</p>
            {acted ? null : (
              <div className="mt-4">
                <ButtonLink to={`/report?${new URLSearchParams({ about })}`}>Report it again</ButtonLink>
              </div>
            )}
          </>
        )}
      </Section>
      <Section id="what" title="What you wrote">
        <p className="mb-4 text-grey">
          On {day(createdAt)}, about{" "}
          <Link to={about} className="link wrap-anywhere">
            <bdi>{title}</bdi>
          </Link>
          . Reason: {REASON_LABELS[reason]}
        </p>
        {text === "" ? <p>Your text was deleted six months after the case was closed.</p> : <Prose text={text} />}
      </Section>
      <p className="mt-8 border-t border-line pt-6 text-grey">
        To find out how we handle reports, read the{" "}
        <Link to="/rules" className="link">
          rules
        </Link>
        .
      </p>
    </Page>
  );
}

const day = (iso: string) => formatDate(Date.parse(iso));

export function ErrorBoundary() {
  return <ErrorScreen lost="Part of the address may be missing. Please copy the whole address." />;
}
