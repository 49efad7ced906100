import { startBrowser } from "../bench/browser-view";
import { SECRET } from "../permissions/send";
import { launchServer } from "../support/launch";
import { memoryOf } from "../support/memory";
import type { Options } from "./options";
import { type Line, note } from "./report";
import { drillScripts as drill } from "./script-drill";
import { BROWSER_ARGS, type Sighting } from "./script-watch";

/** The script drill: payloads in every text, checked in a real browser. */
export async function drillScripts({ payloads }: Options): Promise<Line[]> {
  const browser = await startBrowser(BROWSER_ARGS);
  const server = await launchServer({ SESSION_SECRET: SECRET, IMAGE_HOSTS: "https://photos.example.com" });
  const before = memoryOf(server.pid);
  const found = await drill(server, browser, { payloads, each: 6, browsers: 3 }, note);
  const after = memoryOf(server.pid);
  await browser.close();
  const failed = await server.stop().then(
    () => [],
    (error: Error) => [error.message],
  );
  const of = (...kinds: Sighting["kind"][]) =>
    found.sightings.filter(({ kind }) => kinds.includes(kind)).map(({ what }) => what);
  note(`${found.cached} looks at pages as they are kept for visitors; slowest: ${found.slowest.what}`);
  const slowest = `${found.slowest.ms.toFixed(0)} ms`;
  const memory =
    before && after ? `${before.now.toFixed(0)} to ${after.now.toFixed(0)} MB, peak ${after.peak.toFixed(0)} MB` : "—";
  const line = (what: string, failures: string[]): Line => ({
    what: `${found.payloads} scripts: ${what}`,
    count: found.looks,
    failures,
    slowest,
    memory,
  });
  return [
    line("executions", of("execution")),
    line("policy violations", of("violation")),
    line("inline scripts without nonce or hash", of("inline script")),
    line("anything else on the pages", [...of("other"), ...failed]),
  ];
}
