import type { Page } from "@playwright/test";
import { jpegWithExif, photograph } from "../../support/images";
import { layLine } from "../../support/line";
import { expect, gate, test } from "./people";
import {
  act,
  allReady,
  type ChosenFile,
  chosen,
  field,
  fillVehicle,
  gallery,
  jpeg,
  kept,
  LINE_CUT,
  names,
  offsetsOf,
  onDisk,
  open,
  tooLarge,
  watch,
} from "./tray";

/** Real photos; what they are called is what they are told apart by. */
async function jpegs(...names: string[]): Promise<ChosenFile[]> {
  const buffer = await jpegWithExif({ width: 900, height: 600 });
  return names.map((name) => jpeg(`${name}.jpg`, buffer));
}

const refused = (page: Page) => page.getByRole("list", { name: "Not added" }).getByRole("listitem");

test("photos pile up, are moved and removed, and what is refused is said at the file", async ({
  page,
  cast,
  logIn,
  expectAccessible,
}) => {
  await logIn(page, cast.owner);
  await open(page, "/vehicles/new");
  const posts = watch(page, "POST");
  await field(page).setInputFiles(await jpegs("front"));
  await field(page).setInputFiles(await jpegs("side", "rear"));
  await allReady(page, 3);
  await expect(chosen(page).first()).toContainText("Cover");
  await expect(page.getByText("Cover", { exact: true })).toHaveCount(1);

  const note = jpeg("note.jpg", Buffer.from("not a photo at all"));
  const others = onDisk(await jpegs("seat", "wheel", "sixth"));
  await field(page).setInputFiles([...onDisk([note]), tooLarge("wall.png"), ...others]);
  await allReady(page, 5);
  await expect(refused(page)).toHaveCount(3);
  await expect(refused(page).nth(0)).toContainText("“note.jpg” is not an image we accept.");
  await expect(refused(page).nth(1)).toContainText("“wall.png” is larger than 20 MB.");
  await expect(refused(page).nth(2)).toContainText("Please select at most 5 images at a time.");
  expect(posts).toHaveLength(5);
  await expectAccessible(page);

  await act(page, "Move “rear.jpg” earlier").click();
  await act(page, "Move “rear.jpg” earlier").click();
  await expect(act(page, "Move “rear.jpg” earlier")).toBeFocused();
  await act(page, "Remove “side.jpg”").click();
  await expect(act(page, "Remove “seat.jpg”")).toBeFocused();
  await expect(page.getByText("“side.jpg” removed.")).toBeAttached();
  expect(await names(page)).toEqual(["rear.jpg", "front.jpg", "seat.jpg", "wheel.jpg"]);
  await act(page, "Remove “sixth.jpg”").click();

  await fillVehicle(page);
  await act(page, "Add vehicle").click();
  await expect(page).toHaveURL(/\/vehicles\/\d+$/);
  await expect(gallery(page)).toHaveCount(4);
  expect(posts.map((request) => new URL(request.url()).pathname)).toEqual([
    ...Array(5).fill("/uploads"),
    "/api/v1/vehicles",
  ]);
  expect(await kept(page)).toBe(0);
});

test("files are dropped and pasted into the tray", async ({ page, cast, logIn }) => {
  await logIn(page, cast.owner);
  await open(page, `${cast.vehicle}/photos`);
  const [photo] = await jpegs("any");
  const bytes = [...photo!.buffer];
  await page.evaluate((given) => {
    const transfer = (name: string) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(given)], name, { type: "image/jpeg" }));
      return data;
    };
    const zone = document.querySelector("[data-tray] .border-dashed");
    zone?.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer("drop.jpg") }));
    const clipboardData = transfer("paste.jpg");
    document.body.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
  }, bytes);
  await allReady(page, 2);
  expect((await names(page)).sort()).toEqual(["drop.jpg", "paste.jpg"]);
  await act(page, "Remove “drop.jpg”").click();
  await act(page, "Remove “paste.jpg”").click();
  await expect(field(page)).toBeFocused();
});

test("a reload brings back what was chosen; logging out forgets it", async ({ page, cast, logIn, allowTrouble }) => {
  allowTrouble(/Failed to load resource/);
  await logIn(page, cast.owner);
  await open(page, `${cast.vehicle}/photos`);
  let started = 0;
  // The second one does not get through before the reload.
  await page.route("**/uploads/*", (route) =>
    route.request().method() === "PATCH" && started++ > 0 ? route.abort() : route.continue(),
  );
  await field(page).setInputFiles(await jpegs("one"));
  await allReady(page, 1);
  await field(page).setInputFiles(await jpegs("two"));
  await expect(act(page, "Try again")).toBeVisible();
  await page.unroute("**/uploads/*");
  const posts = watch(page, "POST");
  await page.reload();
  await allReady(page, 2);
  expect(await names(page)).toEqual(["one.jpg", "two.jpg"]);
  // Both uploads had been begun.
  expect(posts).toEqual([]);
  await page.goto(cast.vehicle);
  await allReady(page, 2);
  await act(page, "Add photos").click();
  await expect(page.getByText("2 photos added.")).toBeVisible();
  await expect(chosen(page)).toHaveCount(0);

  await field(page).setInputFiles(await jpegs("three"));
  await allReady(page, 1);
  await page.goto("/about-us");
  await page.locator("summary", { hasText: "Menu of" }).click();
  await act(page, "Logout").click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Log in" })).toBeVisible();
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  const { owner } = cast;
  await owner.browser.api("POST", "/users/login", { email: owner.email, password: owner.password });
});

test("a large photo is made smaller, upright; originals go where they are asked for", async ({ page, cast, logIn }) => {
  await logIn(page, cast.owner);
  await open(page, "/vehicles/new");
  const portrait = await jpegWithExif({ width: 4032, height: 3024, orientation: 6 });
  const posts = watch(page, "POST");
  await field(page).setInputFiles([jpeg("portrait.jpg", portrait)]);
  await allReady(page, 1);
  const length = async (at: number) => Number(await posts[at]?.headerValue("upload-length"));
  expect(await length(0)).toBeLessThan(portrait.length);
  await page.getByLabel("Send originals").check();
  await expect.poll(() => posts.length).toBe(2);
  await allReady(page, 1);
  expect(await length(1)).toBe(portrait.length);
  await page.getByLabel("Send originals").uncheck();
  await expect.poll(() => posts.length).toBe(3);
  await allReady(page, 1);
  await fillVehicle(page);
  await act(page, "Add vehicle").click();
  await expect(page).toHaveURL(/\/vehicles\/\d+$/);
  const size = await gallery(page)
    .locator("img")
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      image.loading = "eager";
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    });
  expect(size[0]).toBeLessThan(size[1]!);
});

test("a form that is saved too early waits for its photos, and goes out once", async ({ page, cast, logIn }) => {
  await logIn(page, cast.owner);
  await open(page, "/vehicles/new");
  const piece = gate();
  await page.route("**/uploads/*", async (route) => {
    await piece.opened;
    await route.continue();
  });
  await fillVehicle(page);
  const posts = watch(page, "POST");
  await field(page).setInputFiles(await jpegs("one", "two"));
  await act(page, "Add vehicle").click();
  await expect(page.getByText("Waiting for 2 photos…")).toBeVisible();
  await act(page, "Adding…").click({ force: true });
  expect(posts.filter((request) => request.url().includes("/api/"))).toHaveLength(0);
  piece.open();
  await expect(page).toHaveURL(/\/vehicles\/\d+$/);
  await expect(gallery(page)).toHaveCount(2);
  expect(posts.filter((request) => request.url().includes("/api/"))).toHaveLength(1);
});

test("a line that is cut in the middle goes on where it was", async ({ page, cast, logIn, site, allowTrouble }) => {
  allowTrouble(LINE_CUT);
  // Slow enough that the server has read most of what has come when the cut throws the rest away.
  const line = await layLine(site.url, 1_000_000);
  await logIn(page, cast.owner);
  await open(page, `${line.url}${cast.vehicle}/photos`);
  await page.getByLabel("Send originals").check();
  // 1.4 MB, which take as many seconds.
  const large = await photograph({ width: 2400, height: 1800 });
  const pieces = watch(page, "PATCH");
  line.cutAfter(800_000);
  await field(page).setInputFiles([jpeg("large.jpg", large)]);
  await allReady(page, 1);
  expect(line.cuts()).toBe(1);
  const offsets = await offsetsOf(pieces);
  expect(offsets[0]).toBe(0);
  expect(offsets.at(-1)).toBeGreaterThan(100_000);
  await act(page, "Add photos").click();
  await expect(page.getByText("1 photo added.")).toBeVisible();
  await line.close();
});

test("a session that has died keeps everything, and goes on after the login", async ({ page, cast, logIn, site }) => {
  const { owner } = cast;
  await logIn(page, owner);
  await open(page, `${cast.vehicle}/photos`);
  site.database.prepare("delete from sessions where user_id = ?").run(Number(owner.id));
  await field(page).setInputFiles(await jpegs("late"));
  await expect(page.getByText("Your session has ended.", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Log in and come back" })).toHaveAttribute(
    "href",
    `/login?returnTo=${encodeURIComponent(`${cast.vehicle}/photos`)}`,
  );
  await owner.browser.api("POST", "/users/login", { email: owner.email, password: owner.password });
  await logIn(page, owner);
  await page.reload();
  await allReady(page, 1);
  await act(page, "Remove “late.jpg”").click();
});

test("without resumable uploads the files go with the form", async ({ page, cast, logIn }) => {
  await page.route("**/uploads", (route) => route.fulfill({ status: 404, json: { status: "fail", message: "No." } }));
  await logIn(page, cast.owner);
  await open(page, "/vehicles/new");
  await fillVehicle(page);
  await field(page).setInputFiles(await jpegs("one", "two"));
  await allReady(page, 2);
  await act(page, "Add vehicle").click();
  await expect(page).toHaveURL(/\/vehicles\/\d+$/);
  await expect(gallery(page)).toHaveCount(2);
});
