// A Vitest reporter: writes the tests that passed on their second try, a line each, to the file SECOND_TRIES. Vitest's
// JSON report omits them.
import { writeFileSync } from "node:fs";
import path from "node:path";

export default class SecondTries {
  #lines = [];

  onTestCaseResult(testCase) {
    if (!testCase.diagnostic()?.flaky) return;
    this.#lines.push(`${path.relative(process.cwd(), testCase.module.moduleId)}: ${testCase.fullName}\n`);
  }

  onTestRunEnd() {
    if (process.env.SECOND_TRIES) writeFileSync(process.env.SECOND_TRIES, this.#lines.join(""));
  }
}
