import type { ReactNode } from "react";

interface QuoteProps {
  text: string;
  authorName: string;
  /** Above the text, such as a review's stars. */
  children?: ReactNode;
}

/** What somebody wrote, on a page about it. */
export function Quote({ text, authorName, children }: QuoteProps) {
  return (
    <blockquote className="mb-6 max-w-form border-l-4 border-line pl-4">
      {children}
      <p className={children ? "mt-1 whitespace-pre-line" : "whitespace-pre-line"}>{text}</p>
      <footer className="mt-2 text-sm text-grey">{authorName}</footer>
    </blockquote>
  );
}
