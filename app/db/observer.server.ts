import type Database from "better-sqlite3";

export type StatementKind = "select" | "insert" | "update" | "delete" | "other";

/** Called inside every statement, so it must be cheap. */
export interface DatabaseObserver {
  statement(kind: StatementKind, ms: number): void;
  /**
   * @param ms begin and end, without the work between
   * @param waitMs until the write lock, ms
   */
  transaction(outcome: "committed" | "rolled_back", ms: number, waitMs: number): void;
}

type Prepared = Database.Statement<unknown[], unknown>;

export function observeStatements(raw: Database.Database, watch: DatabaseObserver): void {
  const prepare = raw.prepare.bind(raw);
  raw.prepare = ((source: string) => {
    const statement = prepare(source) as Prepared;
    const kind = kindOf(source);
    statement.run = timed(statement.run.bind(statement), kind, watch);
    statement.get = timed(statement.get.bind(statement), kind, watch);
    statement.all = timed(statement.all.bind(statement), kind, watch);
    return statement;
  }) as typeof raw.prepare;
}

function timed<Values extends unknown[], Result>(
  call: (...values: Values) => Result,
  kind: StatementKind,
  watch: DatabaseObserver,
): (...values: Values) => Result {
  return (...values) => {
    const startedAt = performance.now();
    try {
      return call(...values);
    } finally {
      watch.statement(kind, performance.now() - startedAt);
    }
  };
}

const KINDS: Record<string, StatementKind> = {
  select: "select",
  with: "select",
  insert: "insert",
  replace: "insert",
  update: "update",
  delete: "delete",
};

const kindOf = (source: string): StatementKind => KINDS[/^\s*(\w+)/.exec(source)?.[1]?.toLowerCase() ?? ""] ?? "other";

export function watchTransactions<Run extends (work: () => unknown) => unknown>(
  run: Run,
  watch: DatabaseObserver,
): (work: () => unknown) => unknown {
  return (work) => {
    const startedAt = performance.now();
    let enteredAt: number | undefined;
    let lastEnd = startedAt;
    let outcome: "committed" | "rolled_back" = "rolled_back";
    try {
      const result = run(() => {
        enteredAt = performance.now();
        try {
          return work();
        } finally {
          lastEnd = performance.now();
        }
      });
      outcome = "committed";
      return result;
    } finally {
      const endedAt = performance.now();
      // Without the lock it waited the whole time.
      const waitMs = (enteredAt ?? endedAt) - startedAt;
      watch.transaction(outcome, enteredAt === undefined ? waitMs : waitMs + endedAt - lastEnd, waitMs);
    }
  };
}
