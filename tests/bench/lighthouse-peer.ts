// A process in which Lighthouse judges pages: it takes seconds to load, which it can do while something else goes on.
import lighthouse from "lighthouse";
import { initializeConfig } from "lighthouse/core/config/config.js";
import { CATEGORIES, type Judged } from "./judged";

/** Only to be looked at, or weighing nothing in a category: a full picture of the page, a film, leaving and coming back. */
const LEFT_OUT = ["final-screenshot", "screenshot-thumbnails", "bf-cache"];

async function judge(url: string, port: number): Promise<Judged> {
  const result = await lighthouse(url, {
    port,
    output: "json",
    logLevel: "error",
    onlyCategories: [...CATEGORIES],
    skipAudits: LEFT_OUT,
    disableFullPageScreenshot: true,
  });
  if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message}`);
  const { audits, categories } = result.lhr;
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const others = CATEGORIES.slice(1).flatMap((name) => categories[name]!.auditRefs.filter(({ weight }) => weight > 0));
  return {
    scores: Object.fromEntries(
      CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? Number.NaN) * 100)]),
    ) as Judged["scores"],
    shift: value("cumulative-layout-shift"),
    blocking: value("total-blocking-time"),
    largest: value("largest-contentful-paint"),
    first: value("first-contentful-paint"),
    failed: others.flatMap(({ id }) => ((audits[id]?.score ?? 1) < 1 ? [audits[id]!.title] : [])),
  };
}

const answers = (globalThis as unknown as { benchAnswers: Record<string, (...args: never[]) => unknown> }).benchAnswers;
answers.judge = judge;

// Its audits, which it would load with the first page.
await initializeConfig("navigation");

process.channel?.ref();
process.stdout.write("ready\n");
