import type { ReactNode } from "react";
import { formatDay, formatMileage } from "../format";
import type { EntryView } from "../queries.server";
import { StatusChip } from "./entry-line";
import { Money } from "./money";

/** What is known of an entry, as a plain definition list: pairs on a phone, rows where there is room. */
export function EntryFacts({ entry }: { entry: EntryView }) {
  const { date, area, status, mileage, unit } = entry;
  const rows: [string, ReactNode][] = [
    [
      "Date",
      <time key="date" dateTime={date}>
        {formatDay(date)}
      </time>,
    ],
    ["Area", area],
    ["Status", status === "Done" ? status : <StatusChip key="status" status={status} />],
    ["Mileage", mileage === null ? null : formatMileage(mileage, unit)],
    ["Cost", <Cost key="cost" entry={entry} />],
  ];
  const known = rows.filter(([term, value]) => value !== null && isKnown(term, entry));
  return (
    <dl className="grid grid-cols-2 gap-x-4 border-b border-line md:max-lg:grid-cols-4 lg:grid-cols-1">
      {known.map(([term, value]) => (
        <div
          key={term}
          className="min-w-0 border-t border-line py-2 max-md:last:odd:col-span-2 lg:grid lg:grid-cols-[6rem_1fr] lg:gap-4 lg:py-2.5"
        >
          <dt className="text-sm text-grey lg:text-base">{term}</dt>
          <dd className="min-w-0 font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function isKnown(term: string, { status, cost }: EntryView): boolean {
  if (term === "Status") return status !== null;
  return term !== "Cost" || typeof cost === "number";
}

function Cost({ entry: { cost, currency, costIsPublic } }: { entry: EntryView }) {
  if (typeof cost !== "number" || !currency) return null;
  return (
    <>
      <Money cost={cost} currency={currency} />
      {costIsPublic ? null : <span className="block text-sm font-normal text-grey">Only you see this.</span>}
    </>
  );
}
