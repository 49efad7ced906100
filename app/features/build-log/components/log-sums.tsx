import { Money } from "./money";

interface LogSumsProps {
  /** One for each currency. */
  sums: { currency: string; sum: number }[];
}

/** What the owner has spent, for the owner alone. */
export function LogSums({ sums }: LogSumsProps) {
  if (sums.length === 0) return null;
  return (
    <section aria-labelledby="spent" className="mb-8 rounded-lg bg-sunk px-4 py-3">
      <h2 id="spent" className="text-base">
        Spent so far
      </h2>
      <ul className="flex flex-wrap gap-x-6 text-xl font-extrabold">
        {sums.map(({ currency, sum }) => (
          <li key={currency}>
            <Money cost={sum} currency={currency} />
          </li>
        ))}
      </ul>
      <p className="text-sm text-grey">Only you see this. What is planned is not counted.</p>
    </section>
  );
}
