import { Link } from "@remix-run/react";
import { groupBy } from "~/lib/rows";
import { Plate } from "~/ui/page";
import { Photo } from "~/ui/photo";
import type { EntryCardView } from "../card.server";
import { formatContents, formatDayOfYear, formatMileage, yearOf } from "../format";
import { EntryLine } from "./entry-line";
import { KindIcon } from "./kind-icon";
import { Money } from "./money";

/** Entries along a line, year by year, the newest first. */
export function Timeline({ entries }: { entries: EntryCardView[] }) {
  return (
    <div className="log">
      {[...groupBy(entries, ({ date }) => yearOf(date))].map(([year, those]) => (
        <section key={year} aria-labelledby={`year-${year}`}>
          <h2 id={`year-${year}`} className="log-year">
            <Plate>{year}</Plate>
          </h2>
          <ol>
            {those.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Entry({ entry }: { entry: EntryCardView }) {
  const { id, kind, title, excerpt, date, photo } = entry;
  return (
    <li className="log-entry card" data-kind={kind}>
      <span className="log-mark">
        <KindIcon kind={kind} />
      </span>
      <div className="log-head">
        <p className="log-line">
          <time dateTime={date}>{formatDayOfYear(date)}</time>
          <EntryLine entry={entry} />
        </p>
        <h3>
          <Link to={`/build/${id}`} prefetch="intent" className="card-link">
            {title}
          </Link>
        </h3>
      </div>
      {photo ? (
        <Photo
          kind="photos"
          name={photo}
          alt=""
          sizes="(min-width: 48rem) 15rem, calc(100vw - 6.25rem)"
          className="log-picture"
        />
      ) : null}
      <div className="log-rest">
        {excerpt === "" ? null : <p className="line-clamp-3 max-w-measure">{excerpt}</p>}
        <Facts entry={entry} />
      </div>
    </li>
  );
}

function Facts({ entry }: { entry: EntryCardView }) {
  const { mileage, unit, cost, currency, costIsPublic, photoCount, partCount } = entry;
  const contents = formatContents(photoCount, partCount);
  return (
    <p className="log-line not-first:mt-2 empty:hidden">
      {mileage === null ? null : <span>{formatMileage(mileage, unit)}</span>}
      {typeof cost !== "number" || !currency ? null : (
        <span>
          <Money cost={cost} currency={currency} />
          {costIsPublic ? null : " (only you see this)"}
        </span>
      )}
      {contents === "" ? null : <span>{contents}</span>}
    </p>
  );
}
