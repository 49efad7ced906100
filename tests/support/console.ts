import { format } from "node:util";

type Level = "error" | "warn";

const real = { error: console.error, warn: console.warn };
let said: string[] = [];
let expected: RegExp[] = [];

/** What a test writes to console.error or console.warn fails it, unless it said so before. */
export const complaints = {
  watch(): void {
    said = [];
    expected = [];
    for (const level of ["error", "warn"] as Level[]) {
      console[level] = (...parts: unknown[]) => {
        said.push(format(...parts));
      };
    }
  },
  check(): void {
    Object.assign(console, real);
    const surprising = said.filter((line) => !expected.some((pattern) => pattern.test(line)));
    const silent = expected.filter((pattern) => !said.some((line) => pattern.test(line)));
    if (surprising.length > 0) throw new Error(`unexpected on the console:\n${surprising.join("\n")}`);
    if (silent.length > 0) throw new Error(`expected on the console, but not said: ${silent.join(", ")}`);
  },
};

/** This test makes the app complain on the console with a line that matches; without one the test fails. */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern);
}
