import { MAX_RATING } from "../limits";

/** A rating as stars; read out as "4 of 5 stars". */
export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`${rating} of ${MAX_RATING} stars`} className="tracking-wider whitespace-nowrap">
      <span className="text-signal">{"★".repeat(rating)}</span>
      <span className="text-line-strong">{"☆".repeat(MAX_RATING - rating)}</span>
    </span>
  );
}
