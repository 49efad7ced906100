import { formatMoney } from "../format";

/** An amount. A browser may know another sign for the currency than the server. */
export function Money({ cost, currency }: { cost: number; currency: string }) {
  return (
    <span suppressHydrationWarning className="whitespace-nowrap tabular-nums">
      {formatMoney(cost, currency)}
    </span>
  );
}
