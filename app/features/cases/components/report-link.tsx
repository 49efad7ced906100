import { Link } from "@remix-run/react";
import { FlagIcon } from "~/ui/icons";
import { Isolated } from "~/ui/linked-text";

interface ReportLinkProps {
  /** Path of what is reported: `/vehicles/12`, `/comments/3`. */
  about: string;
  /** For assistive technology, after "Report": "the comment by Ada", names marked by `isolate`. */
  what: string;
}

/** Leads to the form that reports something of somebody else's. */
export function ReportLink({ about, what }: ReportLinkProps) {
  return (
    <Link
      to={`/report?${new URLSearchParams({ about })}`}
      rel="nofollow"
      className="inline-flex min-h-11 items-center gap-1.5 px-3 text-sm text-grey hover:text-ink hover:underline"
    >
      <FlagIcon className="size-4" />
      Report
      <span className="sr-only">
        {" "}
        <Isolated text={what} />
      </span>
    </Link>
  );
}
