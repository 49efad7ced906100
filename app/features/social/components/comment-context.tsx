import { Link } from "@remix-run/react";
import { Chip } from "~/ui/chip";
import { Prose } from "~/ui/layout/page";
import { Moment } from "~/ui/moment";
import type { CommentContext } from "../comment-context.server";

/** A reported comment between its neighbours, for staff. */
export function CommentContextList({ context }: { context: CommentContext }) {
  const { vehicle, isParentMissing, comments } = context;
  return (
    <>
      <p className="mb-3">
        On{" "}
        <Link to={`/vehicles/${vehicle.id}`} className="link">
          <bdi>{vehicle.name}</bdi>
        </Link>
        {isParentMissing ? ". The comment it replies to is not there any more." : "."}
      </p>
      <ol className="overflow-hidden rounded-md border border-line bg-surface">
        {comments.map(({ id, authorName, text, createdAt, ...marks }) => (
          <li
            key={id}
            aria-current={marks.isReported || undefined}
            className={`border-b border-l-4 border-b-line py-3 pr-4 last:border-b-0 ${marks.isReply ? "pl-8" : "pl-4"} ${marks.isReported ? "border-l-ink bg-paper" : "border-l-transparent"}`}
          >
            <p className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-grey">
              <span>
                <bdi>{authorName}</bdi>, <Moment at={createdAt} />
              </span>
              {marks.isReported ? <Chip tone="waiting">Reported</Chip> : null}
              {marks.isHidden ? <Chip tone="over">Hidden</Chip> : null}
            </p>
            <Prose text={text} />
          </li>
        ))}
      </ol>
    </>
  );
}
