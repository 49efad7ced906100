import { Link } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { vehiclesUrl } from "~/features/makes/address";
import type { CountedName } from "~/features/makes/queries.server";
import { formatCount, isolate, plural } from "~/lib/text";
import { Isolated } from "~/ui/linked-text";
import type { BrowseView } from "../queries.server";
import type { BrowseFormValues } from "./browse-form";

/**
 * Makes, or models of the current make; then decades. Each starts a new list, so that its count is correct; only the
 * order stays.
 */
export function BrowseLinks({ view, searchInput }: { view: BrowseView; searchInput: BrowseFormValues }) {
  const { make, model, names, decades } = view;
  const { sort, from, to } = searchInput;
  const modelParams = make === null ? {} : { make, model: model ?? "" };
  return (
    <>
      <Group
        title={make === null ? "Makes" : `Models of ${isolate(make)}`}
        more={{ to: "/vehicles/makes", label: "All makes" }}
      >
        {names.map(({ name, count }) => {
          const isSelected = make !== null && name === model;
          const choice = make === null ? { make: name } : { make, model: isSelected ? "" : name };
          return (
            <BrowseLink
              key={name}
              to={vehiclesUrl({ ...choice, sort })}
              name={name}
              count={count}
              isSelected={isSelected}
            />
          );
        })}
      </Group>
      {decades.length > 0 ? (
        <Group title="Decades">
          {decades.map((decade) => {
            const isSelected = from === String(decade.from) && to === String(decade.to);
            const years = isSelected ? {} : { from: decade.from, to: decade.to };
            return (
              <BrowseLink
                key={decade.from}
                to={vehiclesUrl({ ...modelParams, ...years, sort })}
                name={`${decade.from}s`}
                count={decade.count}
                isSelected={isSelected}
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
      <p id={id} className="border-t border-line pt-3 font-bold">
        <Isolated text={title} />
      </p>
      <ul className="mt-1 flex flex-wrap gap-x-6 lg:block">{children}</ul>
      {more ? (
        <Link to={more.to} className="link inline-flex min-h-11 items-center">
          {more.label}
        </Link>
      ) : null}
    </nav>
  );
}

interface BrowseLinkProps {
  to: string;
  name: string;
  count: number;
  /** The link removes the filter. */
  isSelected?: boolean;
}

export function BrowseLink({ to, name, count, isSelected = false }: BrowseLinkProps) {
  return (
    <li className="min-w-0">
      <Link
        to={to}
        aria-current={isSelected ? "true" : undefined}
        className="group flex min-h-11 items-center justify-between gap-2 aria-[current]:font-bold"
      >
        <span className="min-w-0 group-hover:underline">
          <bdi>{name}</bdi>
          {isSelected ? <span aria-hidden="true"> ×</span> : null}
        </span>{" "}
        <span className="text-sm text-grey tabular-nums">{formatCount(count)}</span>
      </Link>
    </li>
  );
}

export function MakeLinks({ makes }: { makes: readonly CountedName[] }) {
  return (
    <ul className="grid grid-cols-2 gap-x-4 sm:gap-x-8 md:grid-cols-4">
      {makes.map(({ name, count }) => (
        <li key={name} className="min-w-0 border-b border-line">
          <Link to={vehiclesUrl({ make: name })} className="group block py-3">
            <bdi className="block font-bold group-hover:underline">{name}</bdi>{" "}
            <span className="text-sm text-grey tabular-nums">{plural(count, "vehicle")}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
