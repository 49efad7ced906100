import type { DatabaseWatch, StatementKind } from "~/db/watch.server";
import { counter, type Figure, Tally } from "./figures";

/** Makes figures of what has been counted so far. */
export type Source = () => Figure[];

/** What this process measures of itself. */
export class Meter {
  readonly #sources: Source[] = [];

  /** @param ofRuntime what prom-client measures of process and Node */
  constructor(private readonly ofRuntime: () => Promise<Figure[]>) {}

  /** Asks `source` too, at each look. */
  add(source: Source): void {
    this.#sources.push(source);
  }

  /** All figures of this process as they are now. */
  async figures(): Promise<Figure[]> {
    return [...this.#sources.flatMap((source) => source()), ...(await this.ofRuntime())];
  }
}

/**
 * A transaction that got its turn within this time has not waited, ms: SQLite looks again after 1 ms where another one is
 * writing, and getting the turn takes a twentieth of that.
 */
const AT_ONCE = 1;
const STATEMENTS = ["select", "insert", "update", "delete", "other"] as const satisfies StatementKind[];

/** What the database does, as figures. */
export function watchedDatabase(): { watch: DatabaseWatch; figures: Source } {
  const seconds = new Tally();
  const count = new Tally();
  const outcomes = new Tally();
  const waits = { count: 0, seconds: 0 };
  const kinds = [...STATEMENTS, "transaction"];
  return {
    watch: {
      statement(kind, ms) {
        seconds.add(kind, ms / 1000);
        count.add(kind);
      },
      transaction(outcome, ms, waited) {
        seconds.add("transaction", ms / 1000);
        count.add("transaction");
        outcomes.add(outcome);
        if (waited < AT_ONCE) return;
        waits.count += 1;
        waits.seconds += waited / 1000;
      },
    },
    figures: () => [
      counter("paddock_sqlite_seconds_total", "Time in SQLite by kind of statement", seconds.by("kind", kinds)),
      counter("paddock_sqlite_statements_total", "Statements by kind", count.by("kind", kinds)),
      counter(
        "paddock_sqlite_transactions_total",
        "Transactions by how they ended",
        outcomes.by("outcome", ["committed", "rolled_back"]),
      ),
      counter("paddock_sqlite_busy_waits_total", "Transactions that waited for their turn to write", waits.count),
      counter("paddock_sqlite_busy_wait_seconds_total", "How long transactions waited for it", waits.seconds),
    ],
  };
}
