import { assetBytes, type Fetched, fetchPage, scripts } from "./assets";
import { findBrowser, firstView } from "./browser-view";
import type { Options } from "./options";
import { inKilobytes, note, type Report } from "./report";
import { richVehicle, SMALL, sampleDatabase, startSite } from "./site";

/** P12 and P13: script. */
export async function measureScript(report: Report, _: Options): Promise<void> {
  const site = await startSite(await sampleDatabase(SMALL), { photos: true });
  const browser = await findBrowser();
  try {
    const vehicle = richVehicle(site);
    const pages = ["/", `/garages/${vehicle.garage}`, `/vehicles/${vehicle.id}`, "/map-search"];
    const weights: Record<string, { all: number; blocking: number; files: string[]; inBrowser?: number }> = {};
    for (const address of pages) {
      const page = await fetchPage(site, address);
      const files = scripts(page);
      const all = files.reduce((sum, file) => sum + assetBytes(file), 0);
      weights[address] = { all, blocking: blockingBytes(page), files };
      if (browser) weights[address].inBrowser = (await firstView(browser, `${site.url}${address}`)).script ?? 0;
    }
    if (!browser) note("There is no Chromium here: script is counted from the build's files only.");
    const told = (key: "all" | "blocking" | "inBrowser") =>
      Object.entries(weights).map(([address, weight]) => `${address} ${inKilobytes(weight[key] ?? 0)}`);
    report.add({
      id: "P12",
      what: "script that the page waits for before it is drawn",
      comparedWith: "script elements that are neither modules, nor async or deferred; inline ones are part of the HTML",
      figure: told("blocking").join(", "),
      details: weights,
    });
    const seen = browser ? `; Chromium fetched with headers: ${told("inBrowser").join(", ")}` : "";
    report.add({
      id: "P13",
      what: "script in all, once loaded, by brotli",
      comparedWith: `the build's files that the page names and all that they import${seen}`,
      figure: told("all").join(", "),
      details: weights,
    });
  } finally {
    await browser?.close();
    await site.stop();
  }
}

function blockingBytes({ page }: Fetched): number {
  return page.root
    .querySelectorAll("script[src]")
    .filter(
      (script) =>
        script.getAttribute("type") !== "module" && !script.hasAttribute("async") && !script.hasAttribute("defer"),
    )
    .reduce((sum, script) => sum + assetBytes(script.getAttribute("src") ?? ""), 0);
}
