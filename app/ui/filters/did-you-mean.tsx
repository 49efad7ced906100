import { Link } from "@remix-run/react";

export function DidYouMean({ text, to }: { text: string; to: string }) {
  return (
    <span className="mb-2 block text-ink">
      Did you mean{" "}
      <Link to={to} className="link inline-flex min-h-11 items-center">
        <bdi>{text}</bdi>
      </Link>
      ?
    </span>
  );
}
