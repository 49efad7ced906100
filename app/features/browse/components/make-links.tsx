import { Link } from "@remix-run/react";
import { vehiclesAddress } from "~/features/makes/address";
import type { CountedName } from "~/features/makes/queries.server";
import { plural } from "~/lib/text";

/** Doors to some makes, side by side. */
export function MakeLinks({ makes }: { makes: readonly CountedName[] }) {
  return (
    <ul className="grid grid-cols-2 gap-x-4 sm:gap-x-8 md:grid-cols-4">
      {makes.map(({ name, count }) => (
        <li key={name} className="min-w-0 border-b border-line">
          <Link to={vehiclesAddress({ make: name })} className="group block py-3">
            <span className="block font-bold wrap-anywhere group-hover:underline">{name}</span>{" "}
            <span className="text-sm text-grey tabular-nums">{plural(count, "vehicle")}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
