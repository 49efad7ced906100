import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Avatar } from "~/ui/avatar";
import { Plate } from "~/ui/page";
import type { CommentView } from "../comments.server";

interface BylineProps extends Pick<CommentView, "authorId" | "authorName" | "authorAvatar"> {
  /** ISO 8601, and as people read it. */
  at: string;
  date: string;
  children?: ReactNode;
}

/** Who wrote something and when, with a link to their garage. */
export function Byline({ authorId, authorName, authorAvatar, at, date, children }: BylineProps) {
  return (
    <div className="flex items-center gap-3">
      <Avatar avatar={authorAvatar} size={40} />
      <div className="flex min-w-0 flex-wrap items-center gap-x-3">
        <Link
          to={`/profile/${authorId}`}
          className="inline-flex min-h-11 min-w-0 items-center font-bold hover:underline"
        >
          {authorName}
        </Link>
        <time dateTime={at}>
          <Plate className="text-grey">{date}</Plate>
        </time>
        {children}
      </div>
    </div>
  );
}
