import { firstView, startBrowser, type TouchedView, touchedView, type View } from "./browser-view";
import { BROWSER } from "./connection";
import { shared } from "./shared";
import { SLOW_4G } from "./slow-lines";

// A quick run opens each page once a line, and all figures of that line are of this view.

const end = (browser: Awaited<ReturnType<typeof startBrowser>>) => browser.close();

/** The browser of slow lines. */
export const slowBrowser = shared({ users: ["sizes", "script", "views"], make: startBrowser, end });
/** Another one: what a browser has learned of a slow line it would take for the fast one's quality. */
const fastBrowser = shared({ users: ["sizes", "script"], make: startBrowser, end });

const slow = new Map<string, Promise<View>>();
const fast = new Map<string, Promise<TouchedView>>();

function once<T>(seen: Map<string, Promise<T>>, url: string, look: () => Promise<T>): Promise<T> {
  const view = seen.get(url) ?? look();
  seen.set(url, view);
  return view;
}

/** The first view of a page on a slow line (4G). */
export const slowView = (url: string) => once(slow, url, async () => firstView(await slowBrowser(), url, SLOW_4G));

/** The first view of a page on the machine's own line, and the script that it has after a touch. */
export const fastView = (url: string) =>
  once(fast, url, async () => {
    await keep(url);
    return touchedView(await fastBrowser(), url);
  });

/** Has the site keep a page: script comes by itself only where the page was quick. */
export async function keep(url: string): Promise<void> {
  await (await fetch(url, { headers: BROWSER })).arrayBuffer();
}
