import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { SubmissionView } from "../queries.server";

interface EventFactsView {
  /** Left out where it is said elsewhere. */
  location?: string;
  category: string;
  url: string | null;
}

/** Location, category and the organiser's link, which is marked as user-generated content. */
export function EventFacts({ event: { location, category, url } }: { event: EventFactsView }) {
  return (
    <dl className="space-y-3">
      {location === undefined ? null : <Fact label="Where">{location}</Fact>}
      <Fact label="Category">{category}</Fact>
      {url === null ? null : (
        <Fact label="Link">
          <a href={url} rel="nofollow noopener ugc" className="link inline-flex min-h-11 items-center break-all">
            {shortAddress(url)}
          </a>
        </Fact>
      )}
    </dl>
  );
}

function shortAddress(url: string): string {
  const bare = url.replace(/^https?:\/\/(www\.)?/i, "").replace(/\/$/, "");
  return bare.length > 60 ? `${bare.slice(0, 57)}…` : bare;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-grey">{label}</dt>
      <dd className="font-semibold break-words">{children}</dd>
    </div>
  );
}

/** Links to the submitter's garage; a deleted member has none. */
export function SubmitterName({ submitter: { id, name } }: { submitter: SubmissionView["submitter"] }) {
  if (id === null) return <>{name}</>;
  return (
    <Link to={`/profile/${id}`} className="link">
      {name}
    </Link>
  );
}
