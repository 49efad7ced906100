import type { Page } from "@playwright/test";
import { jpegWithExif, photograph } from "../../support/images";
import { launchServer, type TestServer } from "../../support/launch";
import { type Line, layLine } from "../../support/line";
import { signUpWithGarage } from "../../support/members";
import { expect, test as people } from "./people";
import {
  act,
  allReady,
  chosen,
  field,
  fillVehicle,
  gallery,
  jpeg,
  kept,
  LINE_CUT,
  names,
  offsetsOf,
  open,
  watch,
} from "./tray";

/** Slow enough that a photo is under way for a second or two, bytes a second. */
const SPEED = 600_000;

interface Fixtures {
  /** A server of the test's own, that may be killed. */
  mortal: TestServer;
  /** A slow line to it. */
  line: Line;
}

const test = people.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  mortal: async ({}, use) => {
    const server = await launchServer();
    await use(server);
    await server.stop();
  },
  line: async ({ mortal }, use) => {
    const line = await layLine(mortal.url, SPEED);
    await use(line);
    await line.close();
  },
});

/** A photo taken upright by a phone, and one of 12 megapixels with all that makes it large. */
async function photos() {
  const upright = await jpegWithExif({ width: 4032, height: 3024, orientation: 6 });
  return [jpeg("upright.jpg", upright), jpeg("large.jpg", await photograph({ width: 4000, height: 3000 }))];
}

/** What the server has of vehicles, their photos, and uploads on their way. */
function stock({ database }: TestServer): unknown {
  const count = (table: string) => `(select count(*) from ${table}) as ${table}`;
  return database.prepare(`select ${["vehicles", "photos", "uploads"].map(count).join(", ")}`).get();
}

test("a server that is killed in the middle of an upload costs nothing: tray and form go on by themselves", async ({
  page,
  mortal,
  line,
  logIn,
  allowTrouble,
}) => {
  allowTrouble(LINE_CUT);
  await logIn(page, await signUpWithGarage(mortal, "Karl Killed"));
  await open(page, `${line.url}/vehicles/new`);
  await fillVehicle(page);
  const posts = watch(page, "POST");
  const pieces = watch(page, "PATCH");
  const underWay = line.carried(700_000);
  await field(page).setInputFiles(await photos());
  await act(page, "Add vehicle").click();
  await expect(page.getByText(/^Waiting for [12] photos?…$/)).toBeVisible();
  await underWay;
  const before = pieces.length;
  await mortal.restart();
  line.leadTo(mortal.url);

  await expect(page).toHaveURL(/\/vehicles\/\d+$/);
  await expect(gallery(page)).toHaveCount(2);
  expect(stock(mortal)).toEqual({ vehicles: 1, photos: 2, uploads: 0 });
  expect(await kept(page)).toBe(0);
  // Each photo was announced once, and went on behind what had come; the form went out once.
  expect(posts.map((request) => new URL(request.url()).pathname)).toEqual(["/uploads", "/uploads", "/api/v1/vehicles"]);
  const [again] = (await offsetsOf(pieces.slice(before))).sort((a, b) => b - a);
  expect(again).toBeGreaterThan(100_000);
});

test("a reload in the middle of an upload brings back words and photos, and the form succeeds once", async ({
  page,
  mortal,
  line,
  logIn,
  allowTrouble,
}) => {
  allowTrouble(LINE_CUT);
  await logIn(page, await signUpWithGarage(mortal, "Rita Reload"));
  await open(page, `${line.url}/vehicles/new`);
  await fillVehicle(page);
  await page.getByLabel("Description").fill("Found in a barn, under hay.");
  const underWay = line.carried(700_000);
  await field(page).setInputFiles(await photos());
  await underWay;
  const posts = watch(page, "POST");
  const pieces = watch(page, "PATCH");
  await page.reload();

  await expect(chosen(page)).toHaveCount(2);
  expect(await names(page)).toEqual(["upright.jpg", "large.jpg"]);
  await act(page, "Restore your draft").click();
  await expect(page.getByLabel("Make")).toHaveValue("Renault");
  await expect(page.getByLabel("Description")).toHaveValue("Found in a barn, under hay.");
  await allReady(page, 2);
  await act(page, "Add vehicle").click();
  await expect(page).toHaveURL(/\/vehicles\/\d+$/);
  await expect(page.getByText("Found in a barn, under hay.")).toBeVisible();
  await expect(gallery(page)).toHaveCount(2);
  expect(stock(mortal)).toEqual({ vehicles: 1, photos: 2, uploads: 0 });
  expect(await kept(page)).toBe(0);
  // Both had been announced before; what had come of them was not sent again.
  expect(posts.map((request) => new URL(request.url()).pathname)).toEqual(["/api/v1/vehicles"]);
  const [again] = (await offsetsOf(pieces)).sort((a, b) => b - a);
  expect(again).toBeGreaterThan(100_000);
});

for (const [how, leave] of [
  ["logging out", logOut],
  ["deleting the account", deleteAccount],
] as const) {
  test(`${how} before script is there leaves no photos in the browser`, async ({ page, site, logIn, allowTrouble }) => {
    allowTrouble(/Failed to load resource/);
    await logIn(page, await signUpWithGarage(site, "Lena Leaving"));
    await open(page, "/vehicles/new");
    await field(page).setInputFiles([jpeg("mine.jpg", await jpegWithExif({ width: 900, height: 600 }))]);
    await allReady(page, 1);
    expect(await databases(page)).toEqual(["paddock-photos"]);
    await leave(page);
    await expect(page.getByRole("banner").getByRole("link", { name: "Log in" })).toBeVisible();
    expect(await databases(page)).toEqual([]);
  });
}

/** The browser's databases of this site. */
const databases = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

/** Opens a page whose script never comes. */
async function goWithoutScript(page: Page, path: string): Promise<void> {
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.evaluate((address) => location.assign(address), path);
  await page.waitForURL(path);
}

async function logOut(page: Page): Promise<void> {
  await goWithoutScript(page, "/about-us");
  await page.locator("summary", { hasText: "Menu of" }).click();
  await act(page, "Logout").click();
}

async function deleteAccount(page: Page): Promise<void> {
  await goWithoutScript(page, "/settings/delete-account?safety=on");
  await act(page, "Delete My Account").click();
  await expect(page.getByText("Your account has been deleted.").first()).toBeVisible();
}
