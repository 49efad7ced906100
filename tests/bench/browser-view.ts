import { existsSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium } from "@playwright/test";

/**
 * Starts Playwright's own Chromium or the machine's; undefined where there is none. Nothing is installed.
 * @param switches for its command line
 */
export async function findBrowser(switches: readonly string[] = []): Promise<Browser | undefined> {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin"];
  const onMachine = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const candidates = [process.env.CHROMIUM_PATH ?? "", chromium.executablePath(), ...onMachine];
  const executablePath = candidates.find((file) => file !== "" && existsSync(file));
  if (executablePath === undefined) return undefined;
  return chromium.launch({
    executablePath,
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), ...switches],
  });
}

/**
 * Opens a page on a phone 360 px wide with an empty cache and touches nothing.
 * @returns bytes on the way by the kind of what was fetched, headers included
 */
export async function firstView(browser: Browser, url: string): Promise<Record<string, number>> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const kinds = new Map<string, string>();
    const bytes: Record<string, number> = {};
    session.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type.toLowerCase()));
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? "other";
      bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
    });
    await session.send("Network.enable");
    await page.goto(url, { waitUntil: "networkidle" });
    return bytes;
  } finally {
    await context.close();
  }
}
