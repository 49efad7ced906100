import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, errors, type Page } from "@playwright/test";
import { lines } from "../support/lines";
import type { Line } from "./slow-lines";

const SANDBOX = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

/**
 * Starts Playwright's own Chromium or the machine's. Nothing is installed.
 * @param switches for its command line
 * @throws where there is none
 */
export function startBrowser(switches: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: browserFile(), args: [...SANDBOX, ...switches] });
}

/** A Chromium whose DevTools listen on a port, for programs that speak to it themselves. */
export interface OpenBrowser {
  port: number;
  stop(): Promise<void>;
}

/**
 * Starts the same Chromium with an open port and a profile of its own in `drawer`.
 * @throws where there is none
 */
export async function startOpenBrowser(drawer: string): Promise<OpenBrowser> {
  const switches = ["--headless=new", "--remote-debugging-port=0", `--user-data-dir=${drawer}`, "--no-first-run"];
  const child = spawn(browserFile(), [...switches, ...SANDBOX, "about:blank"], { stdio: ["ignore", "pipe", "pipe"] });
  const closed = new Promise((resolve) => child.once("close", resolve));
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const output = lines(child);
  const [, port] = (await output.find(/^DevTools listening on ws:\/\/[^:]+:(\d+)/)) ?? [];
  if (port === undefined) throw new Error(`Chromium did not start:\n${output.text()}`);
  return {
    port: Number(port),
    stop: async () => {
      process.off("exit", kill);
      kill();
      await closed;
    },
  };
}

function browserFile(): string {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/bin"];
  const onMachine = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const candidates = [process.env.CHROMIUM_PATH ?? "", chromium.executablePath(), ...onMachine];
  const found = candidates.find((file) => file !== "" && existsSync(file));
  if (found === undefined) throw new Error("There is no Chromium here; CHROMIUM_PATH says where one is.");
  return found;
}

/** What a first look at a page was like, nothing touched, until the network was quiet. Times in ms from the start. */
export interface View {
  /** When the main heading was painted, and so the text beside it. */
  readable: number;
  /** When the largest picture or text was painted. */
  largest: number;
  /** All layout shifts. */
  shift: number;
  /** Bytes on the way by the kind of what was fetched, headers included. */
  bytes: Record<string, number>;
  scripts: Script[];
  pictures: Picture[];
}

/** A first view and what a touch brought after it. */
export interface TouchedView extends View {
  /** All script that the page has then. */
  touched: Script[];
}

/** A picture that was fetched for an `<img>`. */
export interface Picture {
  /** The address that the browser took of those that were offered. */
  address: string;
  /** How wide it is shown, device pixels. */
  shown: number;
  /** How wide the file is, pixels. */
  wide: number;
  /** Without headers. */
  bytes: number;
}

/** A script file that was fetched. */
export interface Script {
  name: string;
  /** When it was asked for, ms. */
  at: number;
  /** Compressed, without headers. */
  bytes: number;
}

/**
 * Opens a page on a phone 360 px wide with two device pixels a CSS pixel and an empty cache, and touches nothing.
 * @param line the machine's own where it is left out
 * @param options.withScript waits for the script, which comes when the page is idle, if the browser calls the line fast
 */
export async function firstView(
  browser: Browser,
  url: string,
  line?: Line,
  { withScript = false } = {},
): Promise<View> {
  const { context, page, bytes } = await openPhone(browser, line);
  try {
    await page.goto(url, { waitUntil: "networkidle" });
    if (withScript) await scriptComes(page, 3_000).catch(noneCame);
    return await viewOf(page, url, bytes);
  } finally {
    await context.close();
  }
}

async function viewOf(page: Page, url: string, bytes: Record<string, number>): Promise<View> {
  const { readable, largest, shift } = await page.evaluate(() => globalThis.benchView);
  if (readable === 0) throw new Error(`${url} has no heading in its main part`);
  const [scripts, pictures] = [await scriptsOf(page), await picturesOf(page)];
  return { readable, largest, shift, bytes: { ...bytes }, scripts, pictures };
}

/** A first view on the machine's own line, where script has a second to come by itself, and a touch after it. */
export async function touchedView(browser: Browser, url: string): Promise<TouchedView> {
  const { context, page, bytes } = await openPhone(browser);
  try {
    await page.goto(url, { waitUntil: "networkidle" });
    await scriptComes(page, 1_000).catch(noneCame);
    const view = await viewOf(page, url, bytes);
    return { ...view, touched: await touch(page) };
  } finally {
    await context.close();
  }
}

/** Touches a page. @returns all script that it has once the network is quiet again */
async function touch(page: Page): Promise<Script[]> {
  // A tap might follow a link.
  await page.keyboard.press("Tab");
  await scriptComes(page);
  return scriptsOf(page);
}

/** Script that a page has once a person has touched it and the network is quiet again. */
export async function scriptAfterTouch(browser: Browser, url: string): Promise<Script[]> {
  const { context, page } = await openPhone(browser);
  try {
    await page.goto(url, { waitUntil: "networkidle" });
    return await touch(page);
  } finally {
    await context.close();
  }
}

/** Waits until script is there and nothing more has come for half a second. A load state would count once only. */
async function scriptComes(page: Page, timeout = 30_000): Promise<void> {
  const isThere = () => performance.getEntriesByType("resource").some(({ name }) => /\.js$/.test(name));
  await page.waitForFunction(isThere, undefined, { timeout });
  const grown = (known: number) => {
    const { length } = performance.getEntriesByType("resource");
    return length > known && length;
  };
  for (let known = 0; ; ) {
    const more = page.waitForFunction(grown, known, { polling: 50, timeout: 500 });
    const count = await more.then((handle) => handle.jsonValue()).catch(noneCame);
    if (count === false) return;
    known = count;
  }
}

function noneCame(error: unknown): false {
  if (error instanceof errors.TimeoutError) return false;
  throw error;
}

async function openPhone(browser: Browser, line?: Line) {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
  });
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
  if (line) {
    const [downloadThroughput, uploadThroughput] = [(line.down * 1000) / 8, (line.up * 1000) / 8];
    const conditions = { offline: false, latency: line.latency, downloadThroughput, uploadThroughput };
    await session.send("Network.emulateNetworkConditions", conditions);
    await session.send("Emulation.setCPUThrottlingRate", { rate: line.slowdown });
  }
  await page.addInitScript({ path: "tests/bench/watch-view.js" });
  return { context, page, bytes };
}

function scriptsOf(page: Page): Promise<Script[]> {
  return page.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => /\.m?js$/.test(name))
      .map(({ name, startTime, encodedBodySize }) => ({ name, at: startTime, bytes: encodedBodySize })),
  );
}

/** The width of a file is what its address says, and of its own pixels where it says nothing. */
function picturesOf(page: Page): Promise<Picture[]> {
  return page.evaluate(() =>
    [...document.images]
      .filter(({ currentSrc, complete }) => complete && currentSrc !== "")
      .map((image) => {
        const [entry] = performance.getEntriesByName(image.currentSrc) as PerformanceResourceTiming[];
        const { pathname, search } = new URL(image.currentSrc);
        return {
          address: pathname + search,
          shown: Math.round(image.clientWidth * devicePixelRatio),
          wide: Number(/\bw=(\d+)/.exec(search)?.[1] ?? image.naturalWidth),
          bytes: entry?.encodedBodySize ?? 0,
        };
      }),
  );
}

declare global {
  /** In the browser: what `watch-view.js` has seen. */
  var benchView: { readable: number; largest: number; shift: number };
}
