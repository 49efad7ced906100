import { existsSync } from "node:fs";
import { type Browser, chromium, errors, type Page } from "@playwright/test";
import { installedProgram } from "../programs.mjs";

const SANDBOX = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

/**
 * Starts Playwright's Chromium or the machine's.
 * @throws without either
 */
export function startBrowser(switches: readonly string[] = []): Promise<Browser> {
  const ownBrowser = [process.env.CHROMIUM_PATH ?? "", chromium.executablePath()].find((file) => existsSync(file));
  const file =
    ownBrowser ?? installedProgram(["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]);
  if (file === undefined) throw new Error("There is no Chromium here; CHROMIUM_PATH says where one is.");
  return chromium.launch({ executablePath: file, args: [...SANDBOX, ...switches] });
}

/** 360 px wide, two device pixels a CSS pixel. */
export const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true };

/** A network emulated by Chromium; the CPU is then four times slower too. */
export interface Line {
  name: string;
  /** Down and up, kbit/s. */
  down: number;
  up: number;
  /** Added to each request, ms. */
  latency: number;
}

export const SLOW_4G: Line = { name: "1.6 Mbit/s, 150 ms, processor × 4", down: 1600, up: 750, latency: 150 };
export const SLOW_3G: Line = { name: "400 kbit/s, 400 ms, processor × 4", down: 400, up: 400, latency: 400 };

/** A first view until the network is idle. Times in ms from the start. */
export interface View {
  /** Paint of the main heading. */
  readable: number;
  largest: number;
  /** Transferred bytes by resource type, with headers. */
  bytes: Record<string, number>;
  scripts: Script[];
}

export interface Script {
  name: string;
  /** Request time, ms. */
  at: number;
  /** Compressed, without headers. */
  bytes: number;
}

/**
 * Opens a page on a phone with an empty cache.
 * @param line by default the machine's own network, with a second for deferred script
 * @returns the view before any touch; with `touch` also the script loaded after it
 */
export async function viewPage(
  browser: Browser,
  url: string,
  { line, touch = false }: { line?: Line; touch?: boolean } = {},
): Promise<View & { touched: Script[] }> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const bytes = await countBytes(page, line);
    await page.addInitScript({ path: "tests/bench/watch-view.js" });
    await page.goto(url, { waitUntil: "networkidle" });
    if (!line) await scriptComes(page, 1_000).catch(noneCame);
    // May be later than the idle network.
    await page.waitForFunction(() => globalThis.benchView.readable > 0, undefined, { timeout: 30_000 });
    const { readable, largest } = await page.evaluate(() => globalThis.benchView);
    const view = { readable, largest, bytes: { ...bytes }, scripts: await scriptsOf(page) };
    if (touch) {
      // A tap might follow a link.
      await page.keyboard.press("Tab");
      await scriptComes(page);
    }
    return { ...view, touched: touch ? await scriptsOf(page) : [] };
  } finally {
    await context.close();
  }
}

/**
 * Emulates the network, if given.
 * @returns bytes by type, continuously updated
 */
async function countBytes(page: Page, line: Line | undefined): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page);
  const kinds = new Map<string, string>();
  const bytes: Record<string, number> = {};
  session.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type.toLowerCase()));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? "other";
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
  });
  await session.send("Network.enable");
  if (!line) return bytes;
  const [downloadThroughput, uploadThroughput] = [(line.down * 1000) / 8, (line.up * 1000) / 8];
  const conditions = { offline: false, latency: line.latency, downloadThroughput, uploadThroughput };
  await session.send("Network.emulateNetworkConditions", conditions);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  return bytes;
}

/** A load state fires only once. */
async function scriptComes(page: Page, timeout = 30_000): Promise<void> {
  const isThere = () => performance.getEntriesByType("resource").some(({ name }) => /\.js$/.test(name));
  await page.waitForFunction(isThere, undefined, { timeout });
  const countIfGrown = (knownCount: number) => {
    const { length } = performance.getEntriesByType("resource");
    return length > knownCount && length;
  };
  for (let knownCount = 0; ; ) {
    const more = page.waitForFunction(countIfGrown, knownCount, { polling: 50, timeout: 500 });
    const count = await more.then((handle) => handle.jsonValue()).catch(noneCame);
    if (count === false) return;
    knownCount = count;
  }
}

function noneCame(error: unknown): false {
  if (error instanceof errors.TimeoutError) return false;
  throw error;
}

const scriptsOf = (page: Page): Promise<Script[]> =>
  page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => /\.m?js$/.test(name))
      .map(({ name, startTime, encodedBodySize }) => ({ name, at: startTime, bytes: encodedBodySize })),
  );

declare global {
  /** Set by `watch-view.js`. */
  var benchView: { readable: number; largest: number };
}
