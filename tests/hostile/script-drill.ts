import type { Browser } from "@playwright/test";
import { insertInto } from "../permissions/insert";
import type { Row } from "../permissions/row";
import { cookieOf } from "../permissions/send";
import { World } from "../permissions/world";
import { hydrate } from "../support/hydrate";
import type { TestServer } from "../support/launch";
import { mostTrusted } from "./made-requests";
import { bundles } from "./payloads";
import { formLook, formRows, type Look, MARK, reflectedLooks, storedLooks } from "./script-looks";
import { sendMails, takeExports } from "./script-papers";
import { type Sighting, type Watched, watchedPage } from "./script-watch";
import { fillWithScript } from "./script-world";

export interface ScriptDrillOptions {
  payloads: number;
  /** Payloads per field. */
  each: number;
  /** For a short drill: only every `thin`th query and form, and visitors' pages once. */
  thin?: number;
  /** Number of concurrent browser pages. */
  browsers: number;
}

export interface ScriptDrillResult {
  payloads: number;
  looks: number;
  /** Visits of cached pages, whose scripts are allowed by hash. */
  cached: number;
  sightings: Sighting[];
  slowest: { ms: number; what: string };
}

/** Opens every page that shows user text in a real browser, with payloads in all of them. */
export async function drillScripts(
  server: TestServer,
  browser: Browser,
  options: ScriptDrillOptions,
  tell: (line: string) => void = () => {},
): Promise<ScriptDrillResult> {
  const { database, url } = server;
  database.pragma("synchronous = OFF");
  database.pragma("busy_timeout = 5000");
  const texts = bundles(options.payloads, options.each);
  const scribes = fillWithScript(database, texts);
  const site = { insert: insertInto(database), passwordHash: "none", switchOff: () => 0 };
  const admin = new World(site, "admin").sessionToken ?? "";
  const result: ScriptDrillResult = {
    payloads: options.payloads,
    looks: 0,
    cached: 0,
    sightings: [],
    slowest: { ms: 0, what: "" },
  };
  const report = (sighting: Sighting) => {
    result.sightings.push(sighting);
    tell(`FAILED ${sighting.kind}: ${sighting.what}`);
  };
  const lookAll = async (looks: readonly Look[]) => {
    const queue = looks[Symbol.iterator]();
    const worker = async () => {
      const watched = await watchedPage(browser, url, report);
      for (let next = queue.next(); !next.done; next = queue.next()) {
        const start = performance.now();
        await lookAt(watched, next.value, url, result, report).catch((error: Error) =>
          report({ kind: "other", what: `${next.value?.address?.slice(0, 200)}: ${error.message.slice(0, 500)}` }),
        );
        const ms = performance.now() - start;
        if (ms > result.slowest.ms) result.slowest = { ms, what: (next.value.address ?? "").slice(0, 120) };
        result.looks += 1;
        if (result.looks % 250 === 0) tell(`${result.looks} looks`);
      }
      await watched.context.close();
    };
    await Promise.all(Array.from({ length: options.browsers }, worker));
  };
  const { thin = 1 } = options;
  const thinned = (looks: Look[]) => looks.filter((_, at) => at % thin === 0);
  await lookAll(storedLooks(scribes, admin, thin === 1 ? 2 : 1));
  await lookAll(thinned(reflectedLooks(texts, admin)));
  const papers = [...(await takeExports(server, scribes)), ...(await sendMails(server, scribes, texts, admin))];
  if (papers.length < scribes.length * 3) report({ kind: "other", what: `only ${papers.length} archives and mails` });
  await lookAll(papers.map((html): Look => ({ address: "", html })));
  // Last, because the rows they create come first in every list.
  const forms = texts.flatMap((text) => formRows().map((row) => formLook(row, text, new World(site, askerOf(row)))));
  await lookAll(thinned(forms));
  if (result.cached === 0) report({ kind: "other", what: "no page was kept for visitors" });
  return result;
}

/** Who sees a refused form: sign-up and login forms are for visitors. */
function askerOf(row: Row): "visitor" | "owner" | "admin" {
  return /^(?:signup|login|verify|forgot|reset|toolbox)/.test(row.route) ? "visitor" : mostTrusted(row);
}

async function lookAt(
  { context, page, inspect }: Watched,
  look: Look,
  origin: string,
  result: ScriptDrillResult,
  report: (sighting: Sighting) => void,
): Promise<void> {
  if (look.html !== undefined) {
    await page.goto("about:blank");
    await page.setContent(look.html, { waitUntil: "load" });
    return inspect(null);
  }
  await context.clearCookies();
  if (look.token !== undefined) {
    const [name = "", value = ""] = (await cookieOf(look.token)).split("=");
    await context.addCookies([{ name, value, url: origin }]);
  }
  if (look.form !== undefined) await page.goto(`${origin}/robots.txt`);
  const response =
    look.form === undefined ? await page.goto(origin + look.address) : await sendForm(page, look.address, look.form);
  // Script that waits for a first touch: what it renders is checked too.
  await hydrate(page);
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 300 })));
  await inspect(response);
  const policy = response?.headers()["content-security-policy"] ?? "";
  if (look.token === undefined && policy.includes("'sha256-")) result.cached += 1;
  if (look.shows && (response?.status() !== 200 || !MARK.test(await response.text()))) {
    report({ kind: "other", what: `${look.address} answers ${response?.status()} and shows no payload` });
  }
}

/** Sends a form as a page of the site would. @returns the document that it leads to */
async function sendForm(page: Watched["page"], address: string, fields: Record<string, string>) {
  const arrived = page.waitForNavigation({ waitUntil: "load" });
  await page.evaluate(
    ([action, entries]) => {
      const form = document.createElement("form");
      form.method = "post";
      form.action = action;
      for (const [name, value] of entries) {
        const field = document.createElement("textarea");
        field.name = name;
        field.value = value;
        form.append(field);
      }
      document.documentElement.append(form);
      HTMLFormElement.prototype.submit.call(form);
    },
    [address, Object.entries(fields)] as const,
  );
  return arrived;
}
