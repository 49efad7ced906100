import type Database from "better-sqlite3";

export type StatementKind = "select" | "insert" | "update" | "delete" | "other";

/** Is told what the database has done; called inside every statement, so it does next to nothing. */
export interface DatabaseObserver {
  /** @param ms how long it ran */
  statement(kind: StatementKind, ms: number): void;
  /**
   * @param ms how long its beginning and its end took, without the work between them
   * @param waited how long it waited until it was its turn to write, ms
   */
  transaction(outcome: "committed" | "rolled_back", ms: number, waited: number): void;
}

type Prepared = Database.Statement<unknown[], unknown>;

/** Tells `watch` of every statement that is prepared on `raw` from here on. */
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
    const begun = performance.now();
    try {
      return call(...values);
    } finally {
      watch.statement(kind, performance.now() - begun);
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

/** Tells `watch` of every transaction that `run` makes. @param run runs `work` in one transaction of its own */
export function watchTransactions<Run extends (work: () => unknown) => unknown>(
  run: Run,
  watch: DatabaseObserver,
): (work: () => unknown) => unknown {
  return (work) => {
    const begun = performance.now();
    let entered: number | undefined;
    let left = begun;
    let outcome: "committed" | "rolled_back" = "rolled_back";
    try {
      const result = run(() => {
        entered = performance.now();
        try {
          return work();
        } finally {
          left = performance.now();
        }
      });
      outcome = "committed";
      return result;
    } finally {
      const ended = performance.now();
      // One that never got its turn has waited all the time.
      const waited = (entered ?? ended) - begun;
      watch.transaction(outcome, entered === undefined ? waited : waited + ended - left, waited);
    }
  };
}
