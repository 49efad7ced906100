import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Avatar } from "~/ui/avatar";
import type { CommentView } from "../comment-threads.server";

interface BylineProps extends Pick<CommentView, "authorId" | "authorName" | "authorAvatar"> {
  /** ISO 8601, in words, and to the minute. */
  at: string;
  ago: string;
  exactly: string;
  /** Width of the avatar in pixels. */
  size?: number;
  /** After the name: a badge, stars. */
  children?: ReactNode;
}

/** Who wrote something and when, with a link to their garage. */
export function Byline({ authorId, authorName, authorAvatar, at, ago, exactly, size = 40, children }: BylineProps) {
  return (
    <div className="flex items-center gap-3">
      <Avatar avatar={authorAvatar} size={size} />
      <div className="flex min-w-0 flex-wrap items-center gap-x-3">
        <Link
          to={`/profile/${authorId}`}
          className="inline-flex min-h-11 min-w-0 items-center font-bold hover:underline"
        >
          {authorName}
        </Link>
        {children}
        <time dateTime={at} title={exactly} className="text-sm text-grey">
          {ago}
        </time>
      </div>
    </div>
  );
}
