import { Link } from "@remix-run/react";
import { formatCount } from "~/lib/text";
import type { EventSlotView } from "../rows.server";
import { eventsAddress, type TypedEventSearch } from "../search-address";
import { longDay, monthName, shortDate, WEEKDAYS } from "../time/format";
import { addDays, addMonths, daysBetween, type Span, toClock, toDay, toLastDay, toWeekday } from "../time/wall-clock";

const MAX_PER_DAY = 3;

interface MonthCalendarProps {
  month: string;
  today: string;
  events: EventSlotView[];
  searchInput: TypedEventSearch;
}

/** On narrow screens a list of the days with events. */
export function MonthCalendar({ month, today, events, searchInput }: MonthCalendarProps) {
  const { weeks, long } = monthPlan(month, events);
  return (
    <>
      <MonthNav month={month} today={today} searchInput={searchInput} />
      <table className="month">
        <caption className="sr-only">Events in {monthName(month)}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                <abbr title={name}>{name.slice(0, 3)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.day}>
              {week.map((day) => (
                <DayCell key={day.day} {...day} today={today} searchInput={searchInput} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {long.length > 0 ? <LongEvents events={long} /> : null}
    </>
  );
}

function MonthNav({ month, today, searchInput }: Omit<MonthCalendarProps, "events">) {
  const to = (otherMonth: string) => eventsAddress("month", searchInput, otherMonth);
  const previous = addMonths(month, -1);
  const next = addMonths(month, 1);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 className="mr-auto" aria-live="polite">
        {monthName(month)}
      </h2>
      <nav aria-label="Months" className="flex flex-wrap gap-2">
        <Link rel="prev" to={to(previous)} className="button" aria-label={`Previous month: ${monthName(previous)}`}>
          Previous
        </Link>
        {today.startsWith(month) ? null : (
          <Link to={to(toDay(today).slice(0, 7))} className="button button-quiet">
            Today
          </Link>
        )}
        <Link rel="next" to={to(next)} className="button" aria-label={`Next month: ${monthName(next)}`}>
          Next
        </Link>
      </nav>
    </div>
  );
}

function DayCell({
  day,
  isInMonth,
  events,
  today,
  searchInput,
}: MonthDay<EventSlotView> & { today: string; searchInput: TypedEventSearch }) {
  const visibleEvents = events.length > MAX_PER_DAY ? events.slice(0, MAX_PER_DAY - 1) : events;
  const more = events.length - visibleEvents.length;
  return (
    <td data-outside={isInMonth ? undefined : ""} data-empty={events.length === 0 ? "" : undefined}>
      {isInMonth ? (
        <time dateTime={day} aria-current={day === today ? "date" : undefined} className="month-day">
          <span className="sr-only md:not-sr-only">{Number(day.slice(8))}</span>
          <span aria-hidden="true" className="md:hidden">
            {longDay(day)}
          </span>
        </time>
      ) : null}
      {events.length > 0 ? (
        <ul>
          {visibleEvents.map((event) => (
            <li key={event.id}>
              <Slot event={event} day={day} />
            </li>
          ))}
          {more > 0 ? (
            <li>
              <Link
                to={eventsAddress("upcoming", { ...searchInput, from: day, to: day })}
                className="month-slot underline"
              >
                {formatCount(more)} more
              </Link>
            </li>
          ) : null}
        </ul>
      ) : null}
    </td>
  );
}

function Slot({ event, day }: { event: EventSlotView; day: string }) {
  const { id, title, startDate, cancelled } = event;
  const clock = toDay(startDate) === day ? toClock(startDate) : "";
  return (
    <Link to={`/events/${id}`} prefetch="intent" className="month-slot">
      {clock === "" ? null : <span className="mr-1 shrink-0 tabular-nums">{clock}</span>}
      <SlotTitle title={title} cancelled={cancelled} />
    </Link>
  );
}

/** A badge has no room: "Cancelled" and the struck title share a line. */
function SlotTitle({ title, cancelled }: Pick<EventSlotView, "title" | "cancelled">) {
  if (!cancelled) return <bdi>{title}</bdi>;
  return (
    <span>
      <strong className="whitespace-nowrap text-danger">Cancelled:</strong> <s dir="auto">{title}</s>
    </span>
  );
}

function LongEvents({ events }: { events: EventSlotView[] }) {
  return (
    <section aria-labelledby="long-events" className="mt-8">
      <h2 id="long-events" className="border-t border-line pt-3 text-lg">
        Longer events
      </h2>
      <ul className="mt-2">
        {events.map((event) => (
          <li key={event.id}>
            <Link to={`/events/${event.id}`} className="link inline-flex min-h-11 flex-wrap items-center gap-x-2">
              <time dateTime={event.startDate} className="tabular-nums">
                {shortDate(event)}
              </time>{" "}
              <SlotTitle {...event} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Days; longer events are listed below the calendar. */
const MAX_DAILY = 7;

interface MonthDay<E> {
  day: string;
  /** False for other months' days in the first and last week. */
  isInMonth: boolean;
  events: E[];
}

/** Weeks start on Monday; events longer than a week are in `long`. */
export function monthPlan<E extends Span>(month: string, events: E[]): { weeks: MonthDay<E>[][]; long: E[] } {
  const isLong = ({ startDate, endDate }: Span) => daysBetween(toDay(startDate), toDay(endDate)) >= MAX_DAILY;
  const daily = events.filter((event) => !isLong(event));
  const first = `${month}-01`;
  const last = toLastDay(month);
  const weeks: MonthDay<E>[][] = [];
  for (let monday = addDays(first, -toWeekday(first)); monday <= last; monday = addDays(monday, 7)) {
    const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
    weeks.push(
      days.map((day) => {
        const isInMonth = day.startsWith(month);
        return { day, isInMonth, events: isInMonth ? daily.filter((event) => takesPlaceOn(event, day)) : [] };
      }),
    );
  }
  return { weeks, long: events.filter(isLong) };
}

function takesPlaceOn({ startDate, endDate }: Span, day: string): boolean {
  return toDay(startDate) <= day && day <= toDay(endDate);
}
