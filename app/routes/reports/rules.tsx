import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { type Figures, getFigures } from "~/features/cases/figures.server";
import { CASE_LIMITS, MONTHS, RULES } from "~/features/cases/limits";
import { OperatorText } from "~/features/site/components/operator-text";
import { findSiteTextPage } from "~/features/site/queries.server";
import type { RouteHandle } from "~/http/context";
import { pageLoader } from "~/http/page/page.server";
import { formatCount, plural } from "~/lib/text";
import { siteNameOf, useSiteName } from "~/ui/document/page-title";
import { shareMeta } from "~/ui/document/share-meta";
import { Page, PageHeader, Section } from "~/ui/layout/page";

export const handle: RouteHandle = { cache: { query: [] } };

export const meta: MetaFunction = (page) =>
  shareMeta(page, {
    title: "Rules",
    description: `The rules of ${siteNameOf(page.matches)}, how a report works, and how to object.`,
  });

export const loader = pageLoader(() => ({ figures: getFigures(), own: findSiteTextPage("rules") }));

export default function RulesPage() {
  const { figures, own } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader
        title="Rules"
        lead={`The rules that apply on ${useSiteName()}, and what happens if a member breaks them.`}
      />
      {own ? <OperatorText {...own} /> : <BuiltInRules />}
      <Section id="report" title="How a report works">
        <div className="prose">
          <p>
            Everything other members publish has a Report link: vehicles, photos, build entries, comments, reviews,
            garages and events. You don’t need an account. You can also{" "}
            <Link to="/report" className="link">
              report the address of a page
            </Link>
            .
          </p>
          <p>
            A moderator or an admin reviews it. A person always decides, and the number of reports makes no difference.
            They may take no action, warn the member, hide the content, or suspend or deactivate the account. You get a
            page where you can follow your report, and one email when it is decided. Only moderators and admins can see
            who sent it.
          </p>
        </div>
      </Section>
      <Section id="object" title="How to object">
        <div className="prose">
          <p>
            We tell the member what was decided, for how long, why, and which rule or law it is based on. The member can
            object once within {MONTHS} months, in up to {formatCount(CASE_LIMITS.objection)} characters, on the page of
            the decision. Another moderator reviews it, if there is one. If the objection succeeds, we undo the
            decision.
          </p>
          <p>
            If we did not act on your report, you can report it again and say what we missed. You may also go to court,
            whatever we decided.
          </p>
        </div>
      </Section>
      <Section id="figures" title="The last 12 months">
        <FigureTable figures={figures} />
      </Section>
    </Page>
  );
}

/** If the operator has written none. */
function BuiltInRules() {
  return (
    <ol className="prose list-decimal space-y-3 pl-6">
      {RULES.map(([title, text]) => (
        <li key={title}>
          <strong>{title}.</strong> {text}
        </li>
      ))}
    </ol>
  );
}

function FigureTable({ figures }: { figures: Figures }) {
  const { medianHours } = figures;
  const rows: [what: string, figure: string][] = [
    ["Reports", formatCount(figures.reports)],
    ["Decided: no action", formatCount(figures.none)],
    ["Decided: member warned", formatCount(figures.warn)],
    ["Decided: content hidden or removed", formatCount(figures.hide)],
    ["Decided: member suspended", formatCount(figures.suspend)],
    ["Decided: account deactivated", formatCount(figures.deactivate)],
    ["Objections to these decisions", formatCount(figures.objections)],
    ["Of these, decisions that were overturned", formatCount(figures.overturned)],
    ["Median time from the first report to the decision", medianHours === null ? "–" : hours(medianHours)],
  ];
  return (
    <table className="w-full max-w-form border-b border-line text-left">
      <caption className="sr-only">Reports and decisions in the last 12 months</caption>
      <tbody>
        {rows.map(([label, figure]) => (
          <tr key={label} className="border-t border-line align-baseline">
            <th scope="row" className="py-2 pr-4 font-normal">
              {label}
            </th>
            <td className="py-2 text-right tabular-nums">{figure}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const hours = (count: number) => (count === 0 ? "under an hour" : plural(count, "hour"));
