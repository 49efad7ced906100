import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { NoBreakText } from "./linked-text";
import { Photo } from "./photo";

interface ThumbRowProps {
  /** A stored name or a full URL. */
  photo: string | null;
  to: string;
  title: string;
  /** Below the title. */
  children: ReactNode;
}

/** In a list of the class `thumb-rows`: a small picture beside a few words. */
export function ThumbRow({ photo, to, title, children }: ThumbRowProps) {
  return (
    <li className="card">
      <Photo kind="photos" name={photo} alt="" view="thumbnail" sizes="7rem" className="aspect-3/2" />
      <div className="min-w-0">
        <h3>
          <Link to={to} prefetch="intent" className="card-link">
            <NoBreakText text={title} />
          </Link>
        </h3>
        <p className="text-sm text-grey">{children}</p>
      </div>
    </li>
  );
}
