import { Link } from "@remix-run/react";
import { FlagIcon } from "~/ui/icons";
import { Isolated } from "~/ui/linked-text";

interface ReportLinkProps {
  /** Path of the reported page: `/vehicles/12`, `/comments/3`. */
  path: string;
  /** For assistive technology: "the comment by Ada", names marked by `isolate`. */
  name: string;
}

const reportFormPath = (path: string) => `/report?${new URLSearchParams({ about: path })}`;

export function ReportLink({ path, name }: ReportLinkProps) {
  return (
    <Link
      to={reportFormPath(path)}
      rel="nofollow"
      className="inline-flex min-h-11 items-center gap-1.5 px-3 text-sm text-grey underline hover:text-ink"
    >
      <FlagIcon className="size-4" />
      Report
      <span className="sr-only">
        {" "}
        <Isolated text={name} />
      </span>
    </Link>
  );
}

/**
 * In the lightbox.
 * @param page path of the photo's own page
 */
export const reportPhoto = (page: string, className: string) => (
  <Link to={reportFormPath(page)} rel="nofollow" className={className}>
    <FlagIcon className="size-5" />
    <span>Report</span>
    <span className="sr-only"> this photo</span>
  </Link>
);
