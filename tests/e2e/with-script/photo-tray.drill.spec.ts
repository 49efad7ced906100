import { appendFileSync, rmSync } from "node:fs";
import type { Page } from "@playwright/test";
import { allowTrouble, become, expect, expectAccessible, hold, test } from "./people";
import * as tray from "./tray";

const line = (page: Page, count: number) =>
  page.getByRole("list", { name: `${count} more for the next round` }).getByRole("listitem");

test("photos are added, moved and removed, and refusals are shown at the file", async ({ page, cast }) => {
  await become(page, cast.owner);
  await tray.open(page, "/vehicles/new");
  const posts = tray.watch(page, "POST");
  await tray.field(page).setInputFiles(await tray.jpegs("front"));
  await tray.field(page).setInputFiles(await tray.jpegs("side", "rear"));
  await tray.allReady(page, 3);
  await expect(tray.trayItems(page).first()).toContainText("Cover");
  await expect(page.getByText("Cover", { exact: true })).toHaveCount(1);

  const note = tray.jpeg("note.jpg", Buffer.from("not a photo at all"));
  const others = tray.onDisk(await tray.jpegs("seat", "wheel"));
  await tray.field(page).setInputFiles([...tray.onDisk([note]), tray.tooLarge("wall.png"), ...others]);
  await tray.allReady(page, 5);
  await expect(tray.refusedPhotos(page)).toHaveCount(2);
  await expect(tray.refusedPhotos(page).nth(0)).toContainText("“note.jpg” is not an image we accept.");
  await expect(tray.refusedPhotos(page).nth(1)).toContainText("“wall.png” is larger than 20 MB.");
  expect(posts).toHaveLength(5);
  await expectAccessible(page);

  await tray.act(page, "Move “rear.jpg” earlier").click();
  await tray.act(page, "Move “rear.jpg” earlier").click();
  await expect(tray.act(page, "Move “rear.jpg” earlier")).toBeFocused();
  await tray.act(page, "Remove “side.jpg”").click();
  await expect(tray.act(page, "Remove “seat.jpg”")).toBeFocused();
  await expect(page.getByText("“side.jpg” removed.")).toBeAttached();
  await expect.poll(() => tray.names(page)).toEqual(["rear.jpg", "front.jpg", "seat.jpg", "wheel.jpg"]);

  await tray.fillVehicle(page);
  await tray.act(page, "Add vehicle").click();
  await expect(page).toHaveURL(/\/vehicles\/\d+$/);
  await expect(tray.gallery(page)).toHaveCount(4);
  expect(posts.map((request) => new URL(request.url()).pathname)).toEqual([
    ...Array(5).fill("/uploads"),
    "/vehicles/new.data",
  ]);
  await expect.poll(() => tray.storedPhotos(page)).toBe(0);
});

test("a photo that is chosen twice is named", async ({ page, cast }) => {
  await become(page, cast.owner);
  await tray.open(page, "/vehicles/new");
  const files = tray.onDisk(await tray.jpegs("front"));
  for (const _ of [1, 2]) await tray.field(page).setInputFiles(files);
  await expect(tray.refusedPhotos(page)).toHaveText(/Already chosen: front\.jpg/);
  await tray.allReady(page, 1);
});

test("a file that changes or vanishes after it was chosen ends with a message, and the form is free", async ({
  page,
  cast,
}) => {
  allowTrouble(/Failed to load resource/);
  const GONE = "This photo can no longer be read. Please choose it again.";
  await become(page, cast.owner);
  await tray.open(page, "/vehicles/new");
  const letGo = await hold(page, "**/uploads", "abort");
  const [changedFile = "", vanishedFile = "", goodFile = ""] = tray.onDisk(
    await tray.tinyJpegs("changed", "vanished", "good"),
  );
  await tray.field(page).setInputFiles([changedFile, vanishedFile, goodFile]);
  await expect(tray.trayItems(page)).toHaveCount(3);
  // Small photos stay unchanged.
  await expect(tray.trayItems(page).filter({ hasText: "%" }).first()).toBeVisible();
  appendFileSync(changedFile, "x");
  rmSync(vanishedFile);
  letGo();
  await page.unroute("**/uploads");
  await expect(tray.refusedPhotos(page)).toHaveText([new RegExp(GONE), new RegExp(GONE)]);
  await tray.allReady(page, 1);
  await tray.fillVehicle(page);
  await tray.act(page, "Add vehicle").click();
  await expect(page).toHaveURL(/\/vehicles\/\d+$/);
  await expect(tray.gallery(page)).toHaveCount(1);
});

test("of twelve photos five go at once, the others stay in line and are offered as the five are saved", async ({
  page,
  cast,
}) => {
  await become(page, cast.owner);
  await tray.open(page, "/vehicles/new");
  const posts = tray.watch(page, "POST");
  const all = Array.from({ length: 12 }, (_, index) => `photo ${index + 1}`);
  await tray.field(page).setInputFiles(await tray.tinyJpegs(...all));
  await tray.allReady(page, 5);
  await expect(line(page, 7)).toHaveCount(7);
  await expect(page.getByText("5 photos are uploaded, 7 more for the next round.")).toBeAttached();
  expect(posts).toHaveLength(5);
  await expectAccessible(page);
  // Frees a slot.
  await tray.act(page, "Remove “photo 1.jpg”").click();
  await tray.allReady(page, 5);
  await expect(line(page, 6)).toHaveCount(6);
  await tray.act(page, "Remove “photo 12.jpg”").click();
  await page.reload();
  await tray.allReady(page, 5);
  await expect(line(page, 5)).toHaveCount(5);

  await tray.fillVehicle(page);
  await tray.act(page, "Add vehicle").click();
  await expect(page).toHaveURL(/\/vehicles\/\d+\/photos$/);
  // Stays until the new page appears.
  await expect.poll(() => tray.names(page)).toEqual(all.slice(6, 11).map((name) => `${name}.jpg`));
  await tray.allReady(page, 5);
  await tray.field(page).setInputFiles(await tray.tinyJpegs("late"));
  await expect(line(page, 1)).toHaveCount(1);
  await tray.act(page, "Add photos").click();
  await expect(page.getByText("5 photos added.")).toBeVisible();
  await tray.allReady(page, 1);
  await expect.poll(() => tray.names(page)).toEqual(["late.jpg"]);
  await tray.act(page, "Add the next photos").click();
  await expect(page.getByText("1 photo added.")).toBeVisible();
  await expect(tray.trayItems(page)).toHaveCount(0);
  await expect(tray.act(page, "Add photos")).toBeVisible();
  await expect(page.getByRole("main").getByRole("textbox", { name: /Caption/ })).toHaveCount(11);
  await expect.poll(() => tray.storedPhotos(page)).toBe(0);
});

test("photos without room in a new entry are offered in the edit form", async ({ page, cast }) => {
  await become(page, cast.owner);
  await tray.open(page, `${cast.vehicle}/build/new`);
  await page.getByLabel("Title").fill("New brakes");
  await tray.field(page).setInputFiles(await tray.tinyJpegs("1", "2", "3", "4", "5", "6"));
  await tray.allReady(page, 5);
  await tray.act(page, "Add to the build log").click();
  await expect(page).toHaveURL(/\/build\/\d+\/edit#add-photos$/);
  await tray.allReady(page, 1);
  await tray.act(page, "Add photos").click();
  await expect(page.getByText("1 photo added.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("textbox", { name: /Caption/ })).toHaveCount(6);
});

test("files are dropped and pasted into the tray", async ({ page, cast }) => {
  await become(page, cast.owner);
  await tray.open(page, `${cast.vehicle}/photos`);
  const [photo] = await tray.jpegs("any");
  const bytes = [...photo!.buffer];
  await page.evaluate((value) => {
    const transfer = (name: string) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(value)], name, { type: "image/jpeg" }));
      return data;
    };
    const zone = document.querySelector("[data-tray] .border-dashed");
    zone?.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer("drop.jpg") }));
    const clipboardData = transfer("paste.jpg");
    document.body.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
  }, bytes);
  await tray.allReady(page, 2);
  expect((await tray.names(page)).sort()).toEqual(["drop.jpg", "paste.jpg"]);
  await tray.act(page, "Remove “drop.jpg”").click();
  await tray.act(page, "Remove “paste.jpg”").click();
  await expect(tray.field(page)).toBeFocused();
});

test("a reload brings back what was chosen; logging out forgets it", async ({ page, cast }) => {
  allowTrouble(/Failed to load resource/);
  await become(page, cast.owner);
  await tray.open(page, `${cast.vehicle}/photos`);
  let started = 0;
  // Unfinished at the reload.
  await page.route("**/uploads/*", (route) =>
    route.request().method() === "PATCH" && started++ > 0 ? route.abort() : route.continue(),
  );
  await tray.field(page).setInputFiles(await tray.jpegs("one"));
  await tray.allReady(page, 1);
  await tray.field(page).setInputFiles(await tray.jpegs("two"));
  await expect(tray.act(page, "Try again")).toBeVisible();
  await page.unroute("**/uploads/*");
  const posts = tray.watch(page, "POST");
  await page.reload();
  await tray.allReady(page, 2);
  await expect.poll(() => tray.names(page)).toEqual(["one.jpg", "two.jpg"]);
  expect(posts).toEqual([]);
  await page.goto(cast.vehicle);
  await tray.allReady(page, 2);
  await tray.act(page, "Add photos").click();
  await expect(page.getByText("2 photos added.")).toBeVisible();
  await expect(tray.trayItems(page)).toHaveCount(0);

  await tray.field(page).setInputFiles(await tray.jpegs("three"));
  await tray.allReady(page, 1);
  await page.goto("/about-us");
  await page.locator("summary", { hasText: "Account menu:" }).click();
  await tray.act(page, "Logout").click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Log in" })).toBeVisible();
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  const { owner } = cast;
  await owner.browser.api("POST", "/users/login", { email: owner.email, password: owner.password });
});

test("a form that is saved too early waits for its photos, and goes out once", async ({ page, cast, context }) => {
  await become(page, cast.owner);
  await tray.open(page, "/vehicles/new");
  const letGo = await hold(page, "**/uploads/*");
  await tray.fillVehicle(page);
  const posts = tray.watch(page, "POST");
  await tray.field(page).setInputFiles(await tray.jpegs("one", "two"));
  await tray.act(page, "Add vehicle").click();
  await expect(page.getByText("Waiting for 2 photos…")).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("There is no connection. Your photos and what you typed are kept here")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("Waiting for 2 photos…")).toBeVisible();
  await tray.act(page, "Adding…").click({ force: true });
  expect(posts.filter((request) => request.url().includes("/new.data"))).toHaveLength(0);
  letGo();
  await expect(page).toHaveURL(/\/vehicles\/\d+$/);
  await expect(tray.gallery(page)).toHaveCount(2);
  expect(posts.filter((request) => request.url().includes("/new.data"))).toHaveLength(1);
});

test("an expired session keeps everything, and continues after the login", async ({ page, cast, site }) => {
  // Without a session photos are not revealed.
  allowTrouble(/^401 .*\/uploads\//);
  const { owner } = cast;
  const endSession = () => site.run("delete from sessions where user_id = ?", Number(owner.id));
  const logIn = async () => {
    await owner.browser.api("POST", "/users/login", { email: owner.email, password: owner.password });
    await become(page, owner);
  };
  await become(page, owner);
  await tray.open(page, `${cast.vehicle}/photos`);
  endSession();
  await tray.field(page).setInputFiles(await tray.jpegs("late"));
  await expect(page.getByText("Your session has ended.", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Log in and come back" })).toHaveAttribute(
    "href",
    `/login?returnTo=${encodeURIComponent(`${cast.vehicle}/photos`)}`,
  );
  await logIn();
  await page.reload();
  await tray.allReady(page, 1);
  // With a late form too.
  endSession();
  await tray.act(page, "Add photos").click();
  await expect(page).toHaveURL((url) => url.searchParams.get("returnTo") === `${cast.vehicle}/photos`);
  await logIn();
  await page.goto(`${cast.vehicle}/photos`);
  await tray.allReady(page, 1);
  await tray.act(page, "Add photos").click();
  await expect(page.getByText("1 photo added.")).toBeVisible();
});
