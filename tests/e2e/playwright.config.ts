import { defineConfig } from "@playwright/test";
import { CHROMIUM_ARGS } from "./chromium";

/** A browser of the machine's, where Playwright's own is not installed (see tests/run.mjs). */
const executablePath = process.env.CHROMIUM_PATH || undefined;

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    launchOptions: { executablePath, args: CHROMIUM_ARGS },
    screenshot: "only-on-failure",
    locale: "en-GB",
  },
  projects: [
    { name: "script", use: { javaScriptEnabled: true, viewport: { width: 1280, height: 900 } } },
    {
      name: "no script, phone",
      use: { javaScriptEnabled: false, viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
      testIgnore: /accessibility|with-script/,
    },
  ],
});
