import { Link, useLocation } from "@remix-run/react";
import { pageCount } from "~/lib/paging";
import { formatCount } from "~/lib/text";
import { ButtonLink } from "../forms/button";
import { EmptyState } from "./page";

interface PaginationProps {
  page: number;
  limit: number;
  total: number;
  anchor?: string;
}

export function Pagination({ page, limit, total, anchor }: PaginationProps) {
  const { pathname, search } = useLocation();
  const last = pageCount({ total, limit });
  if (last === 1 && page === 1) return null;
  const to = (target: number) => {
    const params = new URLSearchParams(search);
    params.delete("select");
    if (target === 1) params.delete("page");
    else params.set("page", String(target));
    return `${pathname}${params.size > 0 ? `?${params}` : ""}${anchor ? `#${anchor}` : ""}`;
  };
  return (
    <nav aria-label="Pages" className="mt-10 flex items-center justify-between gap-4 border-t border-line pt-4">
      {page > 1 ? (
        <Link rel="prev" to={to(Math.min(page - 1, last))} className="button">
          Previous
        </Link>
      ) : (
        <span />
      )}
      <p className="text-sm text-grey tabular-nums">
        Page {formatCount(page)} of {formatCount(last)}
      </p>
      {page < last ? (
        <Link rel="next" to={to(page + 1)} className="button">
          Next
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}

/** @param to URL of the first page */
export function PastEnd({ to }: { to: string }) {
  return <EmptyState title="Nothing on this page." action={<ButtonLink to={to}>See the first page</ButtonLink>} />;
}
