import type { Page } from "@playwright/test";
import sharp from "sharp";
import { jpegWithExif, photograph } from "../../support/images";
import { launchServer, type TestServer } from "../../support/launch";
import { signUpWithGarage } from "../../support/members";
import { type SlowProxy, startSlowProxy } from "../../support/slow-proxy";
import { allowTrouble, become, expect, test as people } from "./people";
import * as tray from "./tray";

/** A photo takes a second or two; bytes a second. */
const SPEED = 600_000;

interface Fixtures {
  /** May be killed. */
  mortal: TestServer;
  line: SlowProxy;
}

const test = people.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  mortal: async ({}, use) => {
    const server = await launchServer();
    await use(server);
    await server.stop();
  },
  line: async ({ mortal }, use) => {
    const line = await startSlowProxy(mortal.url, SPEED);
    await use(line);
    await line.close();
  },
});

/** Upright, and 12 megapixels. */
async function photos() {
  const upright = await jpegWithExif({ width: 4032, height: 3024, orientation: 6 });
  return [tray.jpeg("upright.jpg", upright), tray.jpeg("large.jpg", await photograph({ width: 4000, height: 3000 }))];
}

function stock({ database }: TestServer): unknown {
  const count = (table: string) => `(select count(*) from ${table}) as ${table}`;
  return database.prepare(`select ${["vehicles", "photos", "uploads"].map(count).join(", ")}`).get();
}

test("a server that is killed in the middle of an upload costs nothing: tray and form go on by themselves", async ({
  page,
  mortal,
  line,
}) => {
  allowTrouble(tray.LINE_CUT);
  await become(page, await signUpWithGarage(mortal, "Karl Killed"));
  await tray.open(page, `${line.url}/vehicles/new`);
  await tray.fillVehicle(page);
  const posts = tray.watch(page, "POST");
  const pieces = tray.watch(page, "PATCH");
  const underWay = line.transferred(700_000);
  await tray.field(page).setInputFiles(await photos());
  await tray.act(page, "Add vehicle").click();
  await expect(page.getByText(/^Waiting for [12] photos?…$/)).toBeVisible();
  await underWay;
  const before = pieces.length;
  await mortal.restart();
  line.setTarget(mortal.url);

  await expect(page).toHaveURL(/\/vehicles\/\d+$/);
  await expect(tray.gallery(page)).toHaveCount(2);
  expect(stock(mortal)).toEqual({ vehicles: 1, photos: 2, uploads: 0 });
  await expect.poll(() => tray.storedPhotos(page)).toBe(0);
  // Announced once, resumed at its offset; one form.
  expect(posts.map((request) => new URL(request.url()).pathname)).toEqual([
    "/uploads",
    "/uploads",
    "/vehicles/new.data",
  ]);
  const [nextOffset] = (await tray.offsetsOf(pieces.slice(before))).sort((a, b) => b - a);
  expect(nextOffset).toBeGreaterThan(100_000);
});

test("a reload in the middle of an upload brings back words and photos, and the form succeeds once", async ({
  page,
  mortal,
  line,
}) => {
  allowTrouble(tray.LINE_CUT);
  await become(page, await signUpWithGarage(mortal, "Rita Reload"));
  await tray.open(page, `${line.url}/vehicles/new`);
  await tray.fillVehicle(page);
  await page.getByLabel("Description").fill("Found in a barn, under hay.");
  const underWay = line.transferred(700_000);
  await tray.field(page).setInputFiles(await photos());
  await underWay;
  const posts = tray.watch(page, "POST");
  const pieces = tray.watch(page, "PATCH");
  await page.reload();

  await expect(tray.trayItems(page)).toHaveCount(2);
  await expect.poll(() => tray.names(page)).toEqual(["upright.jpg", "large.jpg"]);
  await tray.act(page, "Restore your draft").click();
  await expect(page.getByLabel("Make")).toHaveValue("Renault");
  await expect(page.getByLabel("Description")).toHaveValue("Found in a barn, under hay.");
  await tray.allReady(page, 2);
  await tray.act(page, "Add vehicle").click();
  await expect(page).toHaveURL(/\/vehicles\/\d+$/);
  await expect(page.getByText("Found in a barn, under hay.")).toBeVisible();
  await expect(tray.gallery(page)).toHaveCount(2);
  expect(stock(mortal)).toEqual({ vehicles: 1, photos: 2, uploads: 0 });
  await expect.poll(() => tray.storedPhotos(page)).toBe(0);
  // Received bytes are not sent again.
  expect(posts.map((request) => new URL(request.url()).pathname)).toEqual(["/vehicles/new.data"]);
  const [nextOffset] = (await tray.offsetsOf(pieces)).sort((a, b) => b - a);
  expect(nextOffset).toBeGreaterThan(100_000);
});

test("what only the browser can show is sent as JPEG; a picture it cannot show is refused", async ({ page, cast }) => {
  await become(page, cast.owner);
  await tray.open(page, `${cast.vehicle}/photos`);
  const picture = sharp(await photograph({ width: 3000, height: 2000 }));
  const files = [
    { name: "a.webp", mimeType: "image/webp", buffer: await picture.clone().resize(900).webp().toBuffer() },
    { name: "b.avif", mimeType: "image/avif", buffer: await picture.clone().avif({ effort: 0 }).toBuffer() },
    { name: "c.tiff", mimeType: "image/tiff", buffer: await picture.clone().resize(30).tiff().toBuffer() },
    tray.jpeg("d.jpg", Buffer.from("not a photo at all")),
  ];
  await tray.field(page).setInputFiles(files);
  await tray.allReady(page, 2);
  await expect(tray.refusedPhotos(page).nth(0)).toContainText(/“c\.tiff” is not an image we accept\. PNG, JPEG/);
  await expect(tray.refusedPhotos(page).nth(1)).toContainText(
    "“d.jpg” is not an image we accept. It is damaged, or its format does not match its name.",
  );
  await page.getByLabel("Upload full-size originals").check();
  await tray.allReady(page, 2);
  // Originals survive unchanged; stored as JPEG.
  await page.reload();
  await tray.allReady(page, 2);
  await tray.act(page, "Add photos").click();
  await expect(page.getByText("2 photos added.")).toBeVisible();
});

test("a large photo is shrunk, upright; originals are sent on request", async ({ page, cast }) => {
  await become(page, cast.owner);
  await tray.open(page, "/vehicles/new");
  const portrait = await jpegWithExif({ width: 4032, height: 3024, orientation: 6 });
  const posts = tray.watch(page, "POST");
  await tray.field(page).setInputFiles([tray.jpeg("portrait.jpg", portrait)]);
  await tray.allReady(page, 1);
  const length = async (at: number) => Number(await posts[at]?.headerValue("upload-length"));
  expect(await length(0)).toBeLessThan(portrait.length);
  await page.getByLabel("Upload full-size originals").check();
  await expect.poll(() => posts.length).toBe(2);
  await tray.allReady(page, 1);
  expect(await length(1)).toBe(portrait.length);
  await page.getByLabel("Upload full-size originals").uncheck();
  await expect.poll(() => posts.length).toBe(3);
  await tray.allReady(page, 1);
  await tray.fillVehicle(page);
  await tray.act(page, "Add vehicle").click();
  await expect(page).toHaveURL(/\/vehicles\/\d+$/);
  const size = await tray
    .gallery(page)
    .locator("img")
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      image.loading = "eager";
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    });
  expect(size[0]).toBeLessThan(size[1]!);
});

test("a cut upload continues at the same place", async ({ page, cast, site }) => {
  allowTrouble(tray.LINE_CUT);
  // Most bytes arrive before the cut discards the rest.
  const line = await startSlowProxy(site.url, 1_000_000);
  await become(page, cast.owner);
  await tray.open(page, `${line.url}${cast.vehicle}/photos`);
  await page.getByLabel("Upload full-size originals").check();
  // 1.4 MB, so as many seconds.
  const large = await photograph({ width: 2400, height: 1800 });
  const pieces = tray.watch(page, "PATCH");
  line.cutAfter(800_000);
  await tray.field(page).setInputFiles([tray.jpeg("large.jpg", large)]);
  await tray.allReady(page, 1);
  expect(line.cutCount()).toBe(1);
  const offsets = await tray.offsetsOf(pieces);
  expect(offsets[0]).toBe(0);
  expect(offsets.at(-1)).toBeGreaterThan(100_000);
  await tray.act(page, "Add photos").click();
  await expect(page.getByText("1 photo added.")).toBeVisible();
  await line.close();
});

for (const [wayName, leave] of [
  ["logging out", logOut],
  ["deleting the account", deleteAccount],
] as const) {
  test(`${wayName} before script is there leaves no photos in the browser`, async ({ page, site }) => {
    allowTrouble(/Failed to load resource/);
    await become(page, await site.signUpWithGarage("Lena Leaving"));
    await tray.open(page, "/vehicles/new");
    await tray.field(page).setInputFiles([tray.jpeg("mine.jpg", await jpegWithExif({ width: 900, height: 600 }))]);
    await tray.allReady(page, 1);
    await expect.poll(() => databases(page)).toEqual(["paddock-photos"]);
    await leave(page);
    await expect(page.getByRole("banner").getByRole("link", { name: "Log in" })).toBeVisible();
    await expect.poll(() => databases(page)).toEqual([]);
  });
}

const databases = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

async function goWithoutScript(page: Page, path: string): Promise<void> {
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.evaluate((address) => location.assign(address), path);
  await page.waitForURL(path);
}

async function logOut(page: Page): Promise<void> {
  await goWithoutScript(page, "/about-us");
  await page.locator("summary", { hasText: "Account menu:" }).click();
  await tray.act(page, "Logout").click();
}

async function deleteAccount(page: Page): Promise<void> {
  await goWithoutScript(page, "/settings/delete-account?safety=on");
  await tray.act(page, "Delete My Account").click();
  await expect(page.getByText("Your account has been deleted.").first()).toBeVisible();
}
