import { Link } from "@remix-run/react";
import { Photo } from "~/ui/photo";
import { KIND_LABELS } from "../limits";
import type { ReportedView } from "../reports.server";

export function ReportedThing({ thing: { kind, about, title, excerpt, by, picture } }: { thing: ReportedView }) {
  const label = title.startsWith(KIND_LABELS[kind]) ? "" : KIND_LABELS[kind];
  return (
    <section aria-label="You are reporting" className="mb-8 flex items-start gap-4 rounded-lg border border-line p-4">
      {picture === null ? null : (
        <Photo kind="photos" name={picture} alt="" sizes="6rem" className="aspect-3/2 w-24 shrink-0" />
      )}
      <div className="min-w-0">
        <p className="text-sm text-grey">
          {by === null ? (
            label
          ) : (
            <>
              {label === "" ? "By" : `${label} by`} <bdi>{by}</bdi>
            </>
          )}
        </p>
        <p className="font-bold">
          <Link to={about} className="link wrap-anywhere">
            <bdi>{title}</bdi>
          </Link>
        </p>
        {excerpt === "" ? null : (
          <p dir="auto" className="mt-1 wrap-anywhere text-grey">
            {excerpt}
          </p>
        )}
      </div>
    </section>
  );
}
