import { Link } from "@remix-run/react";
import { SubmitButton } from "~/ui/forms/button";
import { PageForm } from "~/ui/forms/form";
import { Section } from "~/ui/layout/page";
import { CancelledBadge } from "../../components/event-facts";
import { formatSpan } from "../../time/format";
import { dateText } from "../../time/repeat";
import type { repeatView, seriesView } from "../queries.server";

type Series = NonNullable<ReturnType<typeof seriesView>>;
type DateView = Series["dates"][number];

const DATES_SHOWN = 12;

/** Links to the other dates of the series, for a live event. */
interface MoreDatesProps {
  series: Series | null;
  eventId: number;
  /** Null for visitors. */
  isFollowing: boolean | null;
}

export function MoreDates({ series, eventId, isFollowing }: MoreDatesProps) {
  const others = series?.dates.filter(({ id }) => id !== eventId) ?? [];
  if (series === null || others.length === 0) return null;
  const [first, rest] = [others.slice(0, DATES_SHOWN), others.slice(DATES_SHOWN)];
  return (
    <Section id="more-dates" title="More dates">
      <p className="mb-2 text-grey">{series.text}.</p>
      {isFollowing === null ? null : <FollowForm isFollowing={isFollowing} />}
      <DateLinks dates={first} />
      {rest.length === 0 ? null : (
        <details>
          <summary className="inline-flex min-h-11 items-center underline">{`Show ${rest.length} more`}</summary>
          <DateLinks dates={rest} />
        </details>
      )}
    </Section>
  );
}

function FollowForm({ isFollowing }: { isFollowing: boolean }) {
  return (
    <PageForm intent={isFollowing ? "unfollow-series" : "follow-series"} preventScrollReset className="mb-4">
      <SubmitButton busy="One moment…" kind="secondary">
        {isFollowing ? "Stop following this series" : "Follow this series"}
      </SubmitButton>
    </PageForm>
  );
}

const DateLinks = ({ dates }: { dates: DateView[] }) => (
  <ul className="gap-x-8 md:grid md:grid-cols-2">
    {dates.map((date) => (
      <li key={date.id}>
        <Link to={`/events/${date.id}`} className="link inline-flex min-h-11 flex-wrap items-center gap-x-2">
          {date.cancelled ? <s>{formatSpan(date)}</s> : formatSpan(date)}
          {date.cancelled ? <CancelledBadge /> : null}
        </Link>
      </li>
    ))}
  </ul>
);

/** For the review. */
export function RepeatText({ repeat }: { repeat: ReturnType<typeof repeatView> }) {
  if (repeat === null) return null;
  return (
    <p>
      Repeats: {repeat.text}.<span className="block text-grey">{repeat.firstDays.map(dateText).join(", ")} …</span>
    </p>
  );
}

/** What the change of a date of a series is for. */
export function ScopeText({ scope }: { scope: "one" | "later" | null }) {
  if (scope === null) return null;
  return <p className="mb-3">{scope === "later" ? "For this and all later dates." : "For this date only."}</p>;
}
