/**
 * How five 12-megapixel photos come through a weak line that is cut twice, by the tray and by the plain form:
 * `npx tsx tests/bench/weak-line.ts [tray|form]`. The plain form is the same page with the tray's script kept away; after a
 * cut its button is pressed again, which is the least that a person has to do.
 */
import { chromium, type Page } from "@playwright/test";
import { photograph } from "../support/images";
import { launchServer } from "../support/launch";
import { layLine } from "../support/line";
import { signUpWithGarage } from "../support/members";

const BYTES_PER_SECOND = 400_000 / 8;
const COUNT = 5;

const site = await launchServer();
const owner = await signUpWithGarage(site, "Olga Owner");
const vehicle = await owner.browser.submit("/vehicles/new", { make: "Alpine", model: "A110", year: 1972 });
const shots = await Promise.all([0, 1, 2, 3, 4].map((at) => photograph({ width: 4000 + 8 * at, height: 3000 })));
const files = shots.map((buffer, at) => ({ name: `shot ${at + 1}.jpg`, mimeType: "image/jpeg", buffer }));
const chosen = files.reduce((sum, { buffer }) => sum + buffer.length, 0);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || undefined,
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});

const ways = { tray: throughTray, form: throughForm };
const wanted = process.argv[2];
for (const [name, way] of Object.entries(ways)) if (!wanted || wanted === name) await measure(name, way);
await browser.close();
await site.stop();

async function measure(
  name: string,
  way: (page: Page, cut: (share: number) => void) => Promise<number>,
): Promise<void> {
  const line = await layLine(site.url, BYTES_PER_SECOND);
  const page = await browser.newPage();
  const value = owner.browser.cookies.get("paddock_session") ?? "";
  await page.context().addCookies([{ name: "paddock_session", value, url: line.url }]);
  if (name === "form") await page.route("**/assets/open-tray-*.js", (route) => route.abort());
  await page.goto(`${line.url}${vehicle.location}/photos`);
  await page.evaluate(() => dispatchEvent(new Event("pointerdown")));
  await page.waitForFunction(() => document.documentElement.hasAttribute("data-hydrated"));
  if (name === "tray") await page.getByText("Send originals").waitFor();
  const before = line.sent();
  const start = Date.now();
  await page.locator("main input[type=file][name]").setInputFiles(files);
  const presses = await way(page, (bytes) => line.cutAfter(bytes));
  await page.getByText(`${COUNT} photos added.`).waitFor({ timeout: 3_600_000 });
  const seconds = Math.round((Date.now() - start) / 1000);
  const sent = line.sent() - before;
  const told = `${seconds} s, ${megabytes(sent)} sent of ${megabytes(chosen)} chosen, ${line.cuts()} cuts, ${presses} presses`;
  console.log(`${name}: ${told}`);
  await page.close();
  await line.close();
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The form is saved at once; the second cut comes when the first is over. */
async function throughTray(page: Page, cutAfter: (bytes: number) => void): Promise<number> {
  cutAfter(1_000_000);
  await page.getByRole("button", { name: "Add photos" }).click();
  await page.getByRole("button", { name: "Try again" }).first().waitFor({ timeout: 3_600_000 });
  await page.getByRole("button", { name: "Try again" }).first().waitFor({ state: "hidden" });
  cutAfter(1_000_000);
  return 1;
}

async function throughForm(page: Page, cutAfter: (bytes: number) => void): Promise<number> {
  const add = page.getByRole("button", { name: "Add photos" });
  for (const share of [1 / 3, 2 / 3]) {
    cutAfter(chosen * share);
    await add.click();
    await page.getByRole("alert").waitFor({ timeout: 3_600_000 });
  }
  await add.click();
  return 3;
}
