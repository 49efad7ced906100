import { Link } from "@remix-run/react";
import { formatCount } from "~/lib/text";
import { KINDS } from "../limits";

interface KindFilterProps {
  /** Path of the log. */
  path: string;
  /** Undefined for all of them. */
  chosen: string | undefined;
  counts: Partial<Record<string, number>>;
}

/** The kinds that there are, with their counts, as links. Nothing where there is but one. */
export function KindFilter({ path, chosen, counts }: KindFilterProps) {
  const kinds = KINDS.filter((kind) => counts[kind] || kind === chosen);
  if (kinds.length < 2) return null;
  const all = Object.values(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return (
    <nav aria-label="Kinds of entries" className="mb-8">
      <ul className="log-kinds">
        <li>
          <Link to={path} aria-current={chosen ? undefined : "page"}>
            All <small>{formatCount(all)}</small>
          </Link>
        </li>
        {kinds.map((kind) => (
          <li key={kind}>
            <Link to={`${path}?kind=${kind}`} aria-current={chosen === kind ? "page" : undefined}>
              {kind} <small>{formatCount(counts[kind] ?? 0)}</small>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
