import "../../app/cli/node-version.mjs";
import { defineConfig } from "@playwright/test";
import { CHROMIUM_ARGS } from "./chromium";

/** If Playwright's own is not installed (see tests/run.mjs). */
const executablePath = process.env.CHROMIUM_PATH || undefined;

export default defineConfig({
  testDir: ".",
  testMatch: process.env.DRILLS ? /\.drill\.spec\.ts$/ : /(?<!\.drill)\.spec\.ts$/,
  outputDir: "../../test-results",
  forbidOnly: true,
  workers: 2,
  timeout: 180_000,
  // Busy machines are slow; waits end with their event.
  expect: { timeout: 60_000 },
  reporter: "list",
  use: { launchOptions: { executablePath, args: CHROMIUM_ARGS }, screenshot: "only-on-failure", locale: "en-GB" },
  projects: [
    { name: "script", use: { javaScriptEnabled: true, viewport: { width: 1280, height: 900 } } },
    {
      name: "no script, phone",
      use: { javaScriptEnabled: false, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
      testIgnore: /with-script|press-everything/,
    },
  ],
});
