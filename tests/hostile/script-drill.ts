import type { Browser } from "@playwright/test";
import { insertInto } from "../permissions/insert";
import type { Row } from "../permissions/row";
import { cookieOf } from "../permissions/send";
import { World } from "../permissions/world";
import type { TestServer } from "../support/launch";
import { bundles } from "./payloads";
import { askedLooks, formLook, formRows, type Look, MARK, storedLooks } from "./script-looks";
import { sendMails, takeExports } from "./script-papers";
import { type Sighting, type Watched, watchedPage } from "./script-watch";
import { fillWithScript } from "./script-world";

export interface ScriptDrillOptions {
  payloads: number;
  /** How many stand in one field. */
  each: number;
  /** Of the queries and forms only every so manieth, and visitors' pages once: for a short drill. */
  thin?: number;
  /** How many browsers look at once. */
  browsers: number;
}

export interface ScriptDrillResult {
  payloads: number;
  looks: number;
  /** Looks at pages that were kept for visitors, whose scripts are allowed by hash. */
  kept: number;
  sightings: Sighting[];
  slowest: { ms: number; what: string };
}

/** Looks at every page that shows a text in a real browser, with payloads in all of them. */
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
    kept: 0,
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
  await lookAll(thinned(askedLooks(texts, admin)));
  const papers = [...(await takeExports(server, scribes)), ...(await sendMails(server, scribes, texts, admin))];
  if (papers.length < scribes.length * 3) report({ kind: "other", what: `only ${papers.length} archives and mails` });
  await lookAll(papers.map((html): Look => ({ address: "", html })));
  // Last, because what they make stands before the rest in every list.
  const forms = texts.flatMap((text) => formRows().map((row) => formLook(row, text, new World(site, askerOf(row)))));
  await lookAll(thinned(forms));
  if (result.kept === 0) report({ kind: "other", what: "no page was kept for visitors" });
  return result;
}

/** Who gets a form to see that is refused: the forms of an account's beginning are visitors'. */
function askerOf({ route, answers }: Row): "visitor" | "owner" | "admin" {
  if (/^(?:signup|login|verify|forgot|reset|toolbox)/.test(route)) return "visitor";
  return answers[2] === 403 || answers[2] === 404 ? "admin" : "owner";
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
  // Whoever touches the page wakes its script; what that draws again counts too.
  await page.mouse.move(9, 9);
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 300 })));
  await inspect(response);
  const policy = response?.headers()["content-security-policy"] ?? "";
  if (look.token === undefined && policy.includes("'sha256-")) result.kept += 1;
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
