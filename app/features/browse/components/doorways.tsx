import { Link } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { vehiclesAddress } from "~/features/makes/address";
import { formatCount } from "~/lib/text";
import type { BrowseView } from "../queries.server";
import type { TypedBrowse } from "./browse-form";

interface DoorwaysProps {
  view: Pick<BrowseView, "make" | "model" | "names" | "decades">;
  typed: TypedBrowse;
}

/**
 * The ways on beside the list: makes, or with a make its models; then decades. Each begins a list anew, so that its
 * count is true; only the order stays.
 */
export function Doorways({ view: { make, model, names, decades }, typed }: DoorwaysProps) {
  const { sort, from, to } = typed;
  const of = make === null ? {} : { make, model: model ?? "" };
  return (
    <>
      {make === null ? (
        <Group title="Makes" more={{ to: "/vehicles/makes", label: "All makes" }}>
          {names.map(({ name, count }) => (
            <Door key={name} to={vehiclesAddress({ make: name, sort })} name={name} count={count} />
          ))}
        </Group>
      ) : (
        <Group title={`Models of ${make}`} more={{ to: "/vehicles/makes", label: "All makes" }}>
          {names.map(({ name, count }) => (
            <Door
              key={name}
              to={vehiclesAddress({ make, model: name === model ? "" : name, sort })}
              name={name}
              count={count}
              chosen={name === model}
            />
          ))}
        </Group>
      )}
      {decades.length > 0 ? (
        <Group title="Decades">
          {decades.map((decade) => {
            const chosen = from === String(decade.from) && to === String(decade.to);
            const years = chosen ? {} : { from: decade.from, to: decade.to };
            return (
              <Door
                key={decade.from}
                to={vehiclesAddress({ ...of, ...years, sort })}
                name={`${decade.from}s`}
                count={decade.count}
                chosen={chosen}
              />
            );
          })}
        </Group>
      ) : null}
    </>
  );
}

interface GroupProps {
  title: string;
  more?: { to: string; label: string };
  children: ReactNode;
}

function Group({ title, more, children }: GroupProps) {
  const id = useId();
  return (
    <nav aria-labelledby={id} className="mb-8">
      <p id={id} className="border-t-2 border-ink pt-3 font-bold">
        {title}
      </p>
      <ul className="mt-1 flex flex-wrap gap-x-6 lg:block">{children}</ul>
      {more ? (
        <Link to={more.to} className="link inline-flex min-h-11 items-center font-semibold">
          {more.label}
        </Link>
      ) : null}
    </nav>
  );
}

interface DoorProps {
  to: string;
  name: string;
  count: number;
  /** Whether the list is narrowed to this; its link leads out again. */
  chosen?: boolean;
}

/** A link with how many vehicles are behind it. */
export function Door({ to, name, count, chosen = false }: DoorProps) {
  return (
    <li className="min-w-0">
      <Link
        to={to}
        aria-current={chosen ? "true" : undefined}
        className="group flex min-h-11 items-center justify-between gap-2 aria-[current]:font-bold"
      >
        <span className="min-w-0 wrap-anywhere group-hover:underline">
          {name}
          {chosen ? <span aria-hidden="true"> ×</span> : null}
        </span>{" "}
        <span className="text-sm text-grey tabular-nums">{formatCount(count)}</span>
      </Link>
    </li>
  );
}
