import { Form, Link } from "@remix-run/react";
import { Button } from "~/ui/button";
import { useSearchForm } from "~/ui/use-search-form";
import { EVENT_CATEGORIES, EVENT_LIMITS } from "../schema";

export type EventsView = "upcoming" | "past" | "month";

/** What stands in the form, as it was typed. */
export interface TypedEventSearch {
  title: string;
  category: string;
  from: string;
  to: string;
}

interface EventSearchProps {
  typed: TypedEventSearch;
  view: EventsView;
  /** Of the month view: `YYYY-MM`. */
  month: string;
  /** The refusals by field. */
  errors: Record<string, string[]>;
}

/** The address of a view with a search, empty members left out. */
export function eventsAddress(view: EventsView, search: Partial<TypedEventSearch>, month?: string): string {
  const params = new URLSearchParams();
  if (view === "past") params.set("past", "1");
  if (view === "month") params.set("view", "month");
  if (view === "month" && month !== undefined) params.set("month", month);
  const days = view === "month" ? [] : (["from", "to"] as const);
  for (const name of ["title", "category", ...days] as const) {
    const value = search[name]?.trim() ?? "";
    if (value !== "") params.set(name, value);
  }
  return params.size > 0 ? `/events?${params}` : "/events";
}

/** The calendar's search form; see `useSearchForm` for how it asks. A month has no need of days. */
export function EventSearchForm({ typed, view, month, errors }: EventSearchProps) {
  const addressOf = (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? "");
    const search = { title: text("title"), category: text("category"), from: text("from"), to: text("to") };
    return eventsAddress(view, search, month);
  };
  const { form, ask, askLater, onSubmit } = useSearchForm(addressOf, { ...typed });
  const messages = Object.values(errors).flat();
  const day = { type: "date", onChange: askLater } as const;
  return (
    <Form ref={form} method="get" role="search" aria-label="Events" onSubmit={onSubmit} className="mb-8">
      {view === "past" ? <input type="hidden" name="past" value="1" /> : null}
      {view === "month" ? <input type="hidden" name="view" value="month" /> : null}
      {view === "month" ? <input type="hidden" name="month" value={month} /> : null}
      <div className="grid grid-cols-2 items-end gap-4 md:flex md:flex-wrap">
        <Labelled name="title" label="Title" className="col-span-2 md:min-w-56 md:flex-1">
          <input
            {...fieldProps("title", errors)}
            type="search"
            defaultValue={typed.title}
            maxLength={EVENT_LIMITS.search}
            autoComplete="off"
            onInput={askLater}
          />
        </Labelled>
        <Labelled name="category" label="Category" className="col-span-2">
          <select {...fieldProps("category", errors)} defaultValue={typed.category} onChange={ask}>
            <option value="">All categories</option>
            {EVENT_CATEGORIES.map((category) => (
              <option key={category} value={category}>
                {category}
              </option>
            ))}
          </select>
        </Labelled>
        {view === "month" ? null : (
          <>
            <Labelled name="from" label="From">
              <input {...fieldProps("from", errors)} {...day} defaultValue={typed.from} />
            </Labelled>
            <Labelled name="to" label="To">
              <input {...fieldProps("to", errors)} {...day} defaultValue={typed.to} />
            </Labelled>
          </>
        )}
        <Button className="col-span-2 min-h-12">Search</Button>
      </div>
      {messages.length > 0 ? (
        <p id="event-search-error" role="alert" className="mt-2 font-semibold text-signal">
          {messages.join(" ")}
        </p>
      ) : null}
    </Form>
  );
}

function fieldProps(name: string, errors: Record<string, string[]>) {
  const wrong = errors[name] !== undefined;
  return {
    id: `event-${name}`,
    name,
    className: "input",
    "aria-invalid": wrong ? (true as const) : undefined,
    "aria-describedby": wrong ? "event-search-error" : undefined,
  };
}

function Labelled({
  name,
  label,
  className = "",
  children,
}: {
  name: string;
  label: string;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={`event-${name}`} className="mb-1 block font-bold">
        {label}
      </label>
      {children}
    </div>
  );
}

const VIEWS = [
  ["upcoming", "Upcoming"],
  ["past", "Past"],
  ["month", "Month"],
] as const;

/** The calendar's views as links; title and category go along. */
export function EventViews({ typed, view }: { typed: TypedEventSearch; view: EventsView }) {
  const { title, category } = typed;
  return (
    <nav aria-label="Views" className="mb-6 flex border-b border-line">
      {VIEWS.map(([name, label]) => (
        <Link
          key={name}
          to={eventsAddress(name, { title, category })}
          aria-current={name === view ? "page" : undefined}
          className="-mb-px inline-flex min-h-11 items-center border-b-3 border-transparent px-4 font-semibold hover:border-line-strong aria-[current]:border-signal"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
