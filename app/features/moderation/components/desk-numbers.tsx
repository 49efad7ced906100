import { Link } from "@remix-run/react";
import { formatCount } from "~/lib/text";
import type { DeskNumbers } from "../queries.server";

/** The site's key figures. */
export function NumbersAtAGlance({ numbers }: { numbers: DeskNumbers }) {
  const figures: [label: string, figure: number, more?: string][] = [
    ["New accounts, 7 days", numbers.newIn7Days],
    ["New accounts, 30 days", numbers.newIn30Days],
    ["Garages", numbers.garages],
    ["Vehicles", numbers.vehicles],
    ["Open tickets", numbers.openTickets, "/admin/tickets"],
    ["Pending events", numbers.pendingEvents, "/admin/events"],
  ];
  return (
    <dl className="mb-10 grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 lg:grid-cols-6">
      {figures.map(([label, figure, more]) => (
        <div key={label} className="flex flex-col-reverse justify-end bg-surface px-4 py-3">
          <dt className="text-sm text-grey">
            {more ? (
              <Link to={more} className="link inline-flex min-h-6 items-center">
                {label}
              </Link>
            ) : (
              label
            )}
          </dt>
          <dd className="text-2xl font-extrabold tabular-nums">{formatCount(figure)}</dd>
        </div>
      ))}
    </dl>
  );
}
