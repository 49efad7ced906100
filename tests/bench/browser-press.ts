import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext } from "@playwright/test";
import { SLOWDOWN } from "./blocking-time";

export interface Control {
  name: string;
  page: string;
  forMembers?: boolean;
  control: string;
  /** An expression, true after the press's effect. */
  effect: string;
}

/** In ms after the press. */
export interface Press {
  /** By the Event Timing API; after a navigation, the new document's first paint. */
  paint: number;
  effect: number;
  hydrated: boolean;
}

/** A press without effect is then lost, ms. */
const PATIENCE = 5_000;

/**
 * @param delay from the load event, ms
 * @returns undefined if the press was lost
 */
export async function pressOnce(
  context: BrowserContext,
  url: string,
  { page: address, control, effect }: Control,
  delay: number,
): Promise<Press | undefined> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Runtime.enable");
  await session.send("Runtime.addBinding", { name: "benchReport" });
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  const watch = readFileSync("tests/bench/watch-press.js", "utf8");
  const scope = `const control = ${JSON.stringify(control)}, hasEffect = () => ${effect};`;
  await page.addInitScript({ content: `{ ${scope} ${watch} }` });
  const report = <T>() =>
    new Promise<T>((resolve) =>
      session.once("Runtime.bindingCalled", ({ payload }) => resolve(JSON.parse(payload) as T)),
    );
  const [place] = await Promise.all([report<{ x: number; y: number }>(), page.goto(url + address)]);
  await pause(delay);
  // Both at once: Playwright's mouse waits for the page between them, which hides a busy page.
  const mouse = (type: "mousePressed" | "mouseReleased") =>
    session.send("Input.dispatchMouseEvent", { type, ...place, button: "left", clickCount: 1 });
  const outcome = Promise.race([report<Press>(), pause(PATIENCE, undefined)]);
  const [press] = await Promise.all([outcome, mouse("mousePressed"), mouse("mouseReleased")]);
  return press;
}
