import { bundles } from "../../hostile/payloads";
import { formLook, formRows, type Look, MARK, reflectedLooks, storedLooks } from "../../hostile/script-looks";
import { sendMails, takeExports } from "../../hostile/script-papers";
import { type Sighting, type Watched, watchedPage } from "../../hostile/script-watch";
import { fillWithScript } from "../../hostile/script-world";
import { mostTrusted } from "../../hostile/targets";
import { insertInto } from "../../permissions/insert";
import type { Row } from "../../permissions/row";
import { cookieOf, SECRET } from "../../permissions/send";
import { World } from "../../permissions/world";
import { DRILL_TIMEOUT_MS, FULL, printFigure } from "../../support/drill";
import { hydrate } from "../../support/hydrate";
import { launchServer } from "../../support/launch";
import { expect, test } from "../fixtures";

const PAYLOADS = Number(process.env.PAYLOADS ?? (FULL ? 200 : 8));
/** A short run takes every sixth, and visits once. */
const THIN = FULL ? 1 : 6;

/** In a real browser. */
test("payloads in every text run on no page", async ({ browser }) => {
  test.setTimeout(DRILL_TIMEOUT_MS);
  const server = await launchServer({ SESSION_SECRET: SECRET, IMAGE_HOSTS: "https://photos.example.com" });
  const { database, url } = server;
  database.pragma("synchronous = OFF");
  database.pragma("busy_timeout = 5000");
  const texts = bundles(PAYLOADS, FULL ? 6 : 8);
  const scribes = fillWithScript(database, texts);
  const site = { insert: insertInto(database), passwordHash: "none", switchOff: () => 0 };
  const admin = new World(site, "admin").sessionToken ?? "";
  const sightings: Sighting[] = [];
  let [looked, cached] = [0, 0];
  const report = (sighting: Sighting) => {
    sightings.push(sighting);
    printFigure(`FAILED ${sighting.kind}: ${sighting.name}`);
  };
  const lookAll = async (looks: readonly Look[]) => {
    const queue = looks[Symbol.iterator]();
    const worker = async () => {
      const watched = await watchedPage(browser, url, report);
      for (let next = queue.next(); !next.done; next = queue.next()) {
        const { address } = next.value;
        const reportFailure = ({ message }: Error) =>
          report({ kind: "other", name: `${address.slice(0, 200)}: ${message.slice(0, 500)}` });
        if (await lookAt(watched, next.value, url, report).catch(reportFailure)) cached += 1;
        looked += 1;
        if (looked % 250 === 0) printFigure(`${looked} looks`);
      }
      await watched.context.close();
    };
    await Promise.all(Array.from({ length: FULL ? 3 : 2 }, worker));
  };
  const thinned = (looks: Look[]) => looks.filter((_, index) => index % THIN === 0);
  await lookAll(storedLooks(scribes, admin, FULL ? 2 : 1));
  await lookAll(thinned(reflectedLooks(texts, admin)));
  const papers = [...(await takeExports(server, scribes)), ...(await sendMails(server, scribes, texts, admin))];
  expect(papers.length).toBeGreaterThanOrEqual(scribes.length * 3);
  await lookAll(papers.map((html): Look => ({ address: "", html })));
  // Last: their rows come first in lists.
  const forms = texts.flatMap((text) => formRows().map((row) => formLook(row, text, new World(site, askerOf(row)))));
  await lookAll(thinned(forms));
  await server.stop();
  printFigure(`${looked} looks, ${cached} of them at pages as they are kept for visitors`);
  expect(sightings).toEqual([]);
  expect(looked).toBeGreaterThan(45);
  expect(cached).toBeGreaterThan(8);
});

test("the watch detects executions, requests and violations", async ({ browser, site }) => {
  const sightings: Sighting[] = [];
  const { context, page, inspect } = await watchedPage(browser, site.url, (sighting) => sightings.push(sighting));
  const show = async (html: string, policy: string) => {
    await page.route("**/hostile", (route) =>
      route.fulfill({ body: html, contentType: "text/html", headers: { "Content-Security-Policy": policy } }),
    );
    await inspect(await page.goto(`${site.url}/hostile`));
    await page.unroute("**/hostile");
    return sightings.splice(0).map(({ kind }) => kind);
  };
  const open = "script-src 'unsafe-inline'; img-src *";
  expect(await show("<p>nothing</p>", open)).toEqual([]);
  expect(await show("<script>__xss(1)</script>", open)).toEqual(["execution", "inline script"]);
  expect(await show("<script>alert(1)</script>", open)).toEqual(["execution", "inline script"]);
  expect(await show("<img src=x onerror=__xss(1)>", open)).toEqual(expect.arrayContaining(["execution", "other"]));
  expect(await show("<img src=https://canary.example/1>", open)).toEqual(["execution"]);
  expect(await show("<script>1</script>", "script-src 'nonce-a'")).toEqual(["violation", "inline script"]);
  expect(await show('<script nonce="a">1</script>', "script-src 'nonce-a'")).toEqual([]);
  expect(await show("<a href=' java\nscript:1'>x</a>", open)).toEqual(["other"]);
  expect(await show("<iframe srcdoc=x></iframe>", open)).toContain("other");
  await context.close();
});

/** Visitors see sign-up and login forms. */
const askerOf = (row: Row): "visitor" | "owner" | "admin" =>
  /^(?:signup|login|verify|forgot|reset|toolbox)/.test(row.route) ? "visitor" : mostTrusted(row);

/** @returns whether the page was cached, with scripts allowed by hash */
async function lookAt(
  { context, page, inspect }: Watched,
  look: Look,
  origin: string,
  report: (sighting: Sighting) => void,
): Promise<boolean> {
  if (look.html !== undefined) {
    await page.goto("about:blank");
    await page.setContent(look.html, { waitUntil: "load" });
    await inspect(null);
    return false;
  }
  await context.clearCookies();
  if (look.token !== undefined) {
    const [name = "", value = ""] = (await cookieOf(look.token, origin)).split("=");
    await context.addCookies([{ name, value, url: origin }]);
  }
  if (look.form !== undefined) await page.goto(`${origin}/robots.txt`);
  const response =
    look.form === undefined ? await page.goto(origin + look.address) : await sendForm(page, look.address, look.form);
  // Checks deferred script too.
  await hydrate(page);
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 300 })));
  await inspect(response);
  const policy = response?.headers()["content-security-policy"] ?? "";
  if (look.shows && (response?.status() !== 200 || !MARK.test(await response.text()))) {
    report({ kind: "other", name: `${look.address} answers ${response?.status()} and shows no payload` });
  }
  return look.token === undefined && policy.includes("'sha256-");
}

/** @returns the resulting document */
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
