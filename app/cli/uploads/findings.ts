import { formatCount } from "~/lib/text";

/** How many are named; the rest are counted. */
const NAMED = 20;

/** Things found among millions: how many, and the first of them. */
export class Findings {
  count = 0;
  readonly first: string[] = [];

  add(name: string): void {
    this.count += 1;
    if (this.first.length < NAMED) this.first.push(name);
  }

  addAll(names: readonly string[]): void {
    for (const name of names) this.add(name);
  }

  /** A line with their number, and one for each that is named, all beginning with the same word. */
  lines(word: string): string[] {
    const more = this.count - this.first.length;
    return [
      `${word} ${this.count}`,
      ...this.first.map((name) => `  ${word} ${name}`),
      ...(more > 0 ? [`  ${word} … and ${formatCount(more)} more`] : []),
    ];
  }
}
