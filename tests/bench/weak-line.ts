/**
 * How five 12-megapixel photos come through a weak line that is cut twice: `npx tsx tests/bench/weak-line.ts [tray|form]`.
 * `tray` is the form in a browser; `form` is one multipart request as a browser without script sends it, sent anew after a
 * cut, which is the least that a person has to do there.
 */
import { request } from "node:http";
import { chromium } from "@playwright/test";
import { photograph } from "../support/images";
import { launchServer } from "../support/launch";
import { type Line, layLine } from "../support/line";
import { signUpWithGarage } from "../support/members";

const BYTES_PER_SECOND = 400_000 / 8;
const COUNT = 5;

const site = await launchServer();
const owner = await signUpWithGarage(site, "Olga Owner");
const vehicle = await owner.browser.submit("/vehicles/new", { make: "Alpine", model: "A110", year: 1972 });
const shots = await Promise.all([0, 1, 2, 3, 4].map((at) => photograph({ width: 4000 + 8 * at, height: 3000 })));
const files = shots.map((buffer, at) => ({ name: `shot ${at + 1}.jpg`, mimeType: "image/jpeg", buffer }));
const chosen = files.reduce((sum, { buffer }) => sum + buffer.length, 0);
const session = owner.browser.cookies.get("paddock_session") ?? "";

const ways = { tray: throughTray, form: throughForm };
for (const [name, way] of Object.entries(ways)) {
  if (process.argv[2] && process.argv[2] !== name) continue;
  const line = await layLine(site.url, BYTES_PER_SECOND);
  const { start, before, presses } = await way(line);
  const seconds = Math.round((Date.now() - start) / 1000);
  const sent = megabytes(line.sent() - before);
  console.log(
    `${name}: ${seconds} s, ${sent} sent of ${megabytes(chosen)} chosen, ${line.cuts()} cuts, ${presses} presses`,
  );
  await line.close();
}
await site.stop();

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** When it began, what the line had carried by then, and how often somebody had to press the button. */
interface Run {
  start: number;
  before: number;
  presses: number;
}

/** The form is saved at once; the second cut comes when the first is over. */
async function throughTray(line: Line): Promise<Run> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || undefined,
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(3_600_000);
  await page.context().addCookies([{ name: "paddock_session", value: session, url: line.url }]);
  await page.goto(`${line.url}${vehicle.location}/photos`);
  await page.evaluate(() => dispatchEvent(new Event("pointerdown")));
  await page.getByText("Send originals").waitFor();
  const run = { start: Date.now(), before: line.sent(), presses: 1 };
  await page.locator("main input[type=file][name]").setInputFiles(files);
  line.cutAfter(400_000);
  await page.getByRole("button", { name: "Add photos" }).click();
  const again = page.getByRole("button", { name: "Try again" }).first();
  await again.waitFor();
  await again.waitFor({ state: "hidden" });
  line.cutAfter(400_000);
  await page.getByText(`${COUNT} photos added.`).waitFor();
  await browser.close();
  return run;
}

async function throughForm(line: Line): Promise<Run> {
  const fields = new FormData();
  fields.append("vehicleId", vehicle.location.split("/").at(-1)!);
  for (const { name, buffer } of files) fields.append("photos", new File([new Uint8Array(buffer)], name));
  const form = new Response(fields);
  const type = form.headers.get("content-type")!;
  const body = Buffer.from(await form.arrayBuffer());
  const run = { start: Date.now(), before: line.sent(), presses: 3 };
  for (const share of [1 / 3, 2 / 3]) {
    line.cutAfter(body.length * share);
    if ((await post(line, type, body)) !== undefined) throw new Error("the line was not cut");
  }
  const status = await post(line, type, body);
  if (status !== 201) throw new Error(`the form was answered with ${status}`);
  return run;
}

/** @returns the status, undefined where the line was cut */
function post(line: Line, type: string, body: Buffer): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { "Content-Type": type, "Content-Length": body.length, Origin: line.url };
    const call = request(`${line.url}/api/v1/photos/upload`, {
      method: "POST",
      agent: false,
      headers: { ...headers, Cookie: `paddock_session=${session}` },
    });
    call.on("response", (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.on("error", () => resolve(undefined));
    call.end(body);
  });
}
