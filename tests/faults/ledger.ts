/** The database's content; missing rows have no key. */
export type Facts = Map<string, string>;

/** Values after a write: deleted (null), or any different one (CHANGED). */
export type Changes = [key: string, value: string | null | typeof CHANGED][];

export const CHANGED = Symbol("changed");

/** Unknown before the response; the vehicle's own fact has their number. */
const PHOTO_NAMES = /^photo /;
/** Missing from the ledger. */
const UNKNOWN = new RegExp(`${PHOTO_NAMES.source}|^comment Typed on a full disk`);

/**
 * Records acknowledged writes and those in progress at a crash. Clients write sequentially, and no two write the same
 * key, so each key's value is known: after an acknowledged write the new one, after an interrupted one old or new,
 * alike for all of its keys.
 */
export class Ledger {
  #facts: Facts;
  #onTheirWay = new Set<Changes>();
  acknowledged = 0;
  /** Values since `remember`, oldest first. */
  #history: Map<string, (string | null | typeof CHANGED)[]> | undefined;

  /** @param facts before the first write */
  constructor(facts: Facts) {
    this.#facts = new Map(facts);
  }

  get(key: string): string | undefined {
    return this.#facts.get(key);
  }

  keys(pattern: RegExp): string[] {
    return [...this.#facts.keys()].filter((key) => pattern.test(key));
  }

  /** @returns call it with the changes after the complete response, or with null */
  begin(changes: Changes): (done: Changes | null) => void {
    this.#onTheirWay.add(changes);
    this.#note(changes);
    return (done) => {
      this.#onTheirWay.delete(changes);
      if (done === null) return;
      this.acknowledged += 1;
      this.#note(done);
      for (const [key, value] of done) {
        if (value === null) this.#facts.delete(key);
        else if (value !== CHANGED) this.#facts.set(key, value);
      }
    };
  }

  #note(changes: Changes): void {
    for (const [key, value] of changes) {
      this.#history?.set(key, [...(this.#history?.get(key) ?? []), value]);
    }
  }

  /** @returns acknowledged values; every later value is recorded */
  remember(): Facts {
    this.#history = new Map();
    for (const changes of this.#onTheirWay) this.#note(changes);
    return new Map(this.#facts);
  }

  /** @returns values in a copy begun after `remember` that are neither old nor written since */
  compareCopy(before: Facts, copy: Facts): string[] {
    const mayBe = (key: string, value: string | null) =>
      (this.#history?.get(key) ?? []).some((past) => past === value || past === CHANGED);
    const lostEntries = [...before]
      .filter(([key, value]) => copy.get(key) !== value && !mayBe(key, copy.get(key) ?? null))
      .map(([key, value]) => `lost: ${key} was “${value}” and is “${copy.get(key) ?? "not there"}”`);
    const nowhere = [...copy]
      .filter(([key, value]) => !before.has(key) && !PHOTO_NAMES.test(key) && !mayBe(key, value))
      .map(([key, value]) => `from nowhere: ${key} is “${value}”`);
    return [...lostEntries, ...nowhere];
  }

  /**
   * After a crash; continues from the database.
   * @returns values lost, half written, or unexplained
   */
  compare(actual: Facts): string[] {
    const problems = [...this.#onTheirWay].flatMap((changes) => this.#halfWritten(changes, actual));
    const open = new Set([...this.#onTheirWay].flatMap((changes) => changes.map(([key]) => key)));
    for (const [key, value] of this.#facts) {
      if (open.has(key) || actual.get(key) === value) continue;
      problems.push(`lost: ${key} was acknowledged as “${value}” and is “${actual.get(key) ?? "not there"}”`);
    }
    for (const [key, value] of actual) {
      if (this.#facts.has(key) || open.has(key) || UNKNOWN.test(key)) continue;
      problems.push(`from nowhere: ${key} is “${value}”`);
    }
    this.#onTheirWay.clear();
    this.#facts = new Map(actual);
    return problems;
  }

  #halfWritten(changes: Changes, actual: Facts): string[] {
    const is = ([key, value]: Changes[number]) => {
      const stored = actual.get(key);
      return value === CHANGED ? stored !== this.#facts.get(key) : stored === (value ?? undefined);
    };
    const was = ([key]: Changes[number]) => actual.get(key) === this.#facts.get(key);
    if (changes.every(is) || changes.every(was)) return [];
    return [`half written: ${changes.map(([key]) => `${key} is “${actual.get(key) ?? "not there"}”`).join(", ")}`];
  }
}
