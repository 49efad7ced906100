// A reporter of Vitest's that writes which tests failed and then passed at their second try, a line each, into the file that
// SECOND_TRIES names; Vitest's report as JSON has no word of it.
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
