import type { Page } from "@playwright/test";
import { jpegWithExif } from "../../support/images";
import { allowTrouble, become, expect, test } from "./people";
import { act, allReady, field, jpeg, open } from "./tray";

const NETWORK = /Failed to load resource|Failed to fetch|TypeError|SyntaxError|Error loading route module|^500 /;

const OFFLINE_FORM = "There is no connection. What you typed is kept here: please try again when it is back.";

async function expectErrorScreen(page: Page, path: string) {
  await expect(page.getByRole("heading", { name: "Oops! Something went wrong." })).toBeVisible();
  await expect(page.getByText("An unexpected error occurred. Our pit crew has been notified.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Paddock, home" })).toBeVisible();
  await expect(page).toHaveURL(path);
}

/** Detects a reload. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => "marked" in window);

test.beforeEach(({ site }) => {
  allowTrouble(NETWORK);
  site.allowFault(/fault in a browser/);
});

test("a page whose data fails shows the error screen with the logged id, and can be retried", async ({
  page,
  site,
}) => {
  await page.goto("/");
  await mark(page);
  await page.route("**/garages.data*", (route) => route.fulfill({ status: 500, body: "broken" }));
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Garages" }).click();
  await expectErrorScreen(page, "/garages");
  const id = /Error id: (\S+)/.exec((await page.getByText(/Error id: /).textContent()) ?? "")?.[1];
  expect(id).toBeTruthy();
  // The log arrives after the response.
  await expect.poll(() => site.log()).toContain(id);

  await page.getByRole("button", { name: "Try Again" }).click();
  await expectErrorScreen(page, "/garages");
  await page.unroute("**/garages.data*");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Garages" })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test("the way home leads out of the error screen", async ({ page }) => {
  await page.goto("/about-us");
  await mark(page);
  await page.route("**/garages.data*", (route) => route.abort());
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Garages" }).click();
  await expectErrorScreen(page, "/garages");
  await page.getByRole("link", { name: "Go to Homepage" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { name: "Newest Garages" })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test("with the network gone the site stays, and one press recovers once it is back", async ({ page, context }) => {
  await page.goto("/about-us");
  await context.setOffline(true);
  await page.getByRole("contentinfo").getByRole("link", { name: "Tool Box" }).click();
  const screen = page.getByRole("alert");
  for (const press of ["once", "again"]) {
    await expect(screen, press).toContainText("Oops! Something went wrong.");
    await expect(screen).toContainText("You are offline. Check your connection, then try again.");
    await expect(screen).not.toContainText("pit crew");
    await expect(page).toHaveURL("/toolbox");
    await page.getByRole("button", { name: "Try Again" }).click();
  }
  await context.setOffline(false);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tool Box" })).toBeVisible();
});

test("a screen whose script fails to load fails in place, and can be retried", async ({ page }) => {
  await page.goto("/about-us");
  await page.route("**/assets/toolbox-*.js", (route) => route.abort());
  await page.getByRole("contentinfo").getByRole("link", { name: "Tool Box" }).click();
  await expectErrorScreen(page, "/toolbox");
  await page.unroute("**/assets/toolbox-*.js");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tool Box" })).toBeVisible();
});

test("a fault on a page shows its id, not the exception's message", async ({ page, site }) => {
  const faultMessage = "reading 'spark' of null";
  allowTrouble(new RegExp(faultMessage));
  await page.goto("/about-us");
  await page.evaluate((message) => {
    Object.defineProperty(Intl.NumberFormat.prototype, "format", {
      get: () => {
        throw new Error(message);
      },
    });
  }, faultMessage);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Garages" }).click();
  await expectErrorScreen(page, "/garages");
  const errorText = (await page.getByText(/Error id: /).textContent()) ?? "";
  const lines = () =>
    site
      .log()
      .split("\n")
      .filter((line) => line.includes(faultMessage));
  await expect.poll(() => lines().join()).toContain(/Error id: (\S+)/.exec(errorText)?.[1] ?? "an id");
  await expect(page.getByRole("alert")).not.toContainText("spark");
});

test("a form that cannot be sent keeps typed text and shows a message", async ({ page, cast, context }) => {
  await become(page, cast.fan);
  await page.goto(cast.vehicle);
  await page.getByLabel("Your comment").fill("What a blue.");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Post comment" }).click();
  await expect(page.getByRole("alert")).toHaveText(`There is a problem${OFFLINE_FORM}`);
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByLabel("Your comment")).toHaveValue("What a blue.");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Post comment" }).click();
  await expect(page.getByText("Comment posted!")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("offline a save and a like report the lost connection; choices and text stay", async ({ page, cast, context }) => {
  await become(page, cast.fan);
  await page.goto(cast.vehicle);
  const like = page.getByRole("button", { name: "Like" });
  await context.setOffline(true);
  await like.click();
  const messages = page.getByRole("region", { name: "Messages" });
  await expect(messages).toHaveText("There is no connection. Please try again when it is back.");
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await context.setOffline(false);
  await become(page, cast.owner);

  await open(page, `${cast.vehicle}/build/new`);
  await page.getByLabel("Title").fill("New brakes");
  await field(page).setInputFiles([jpeg("one.jpg", await jpegWithExif({ width: 900, height: 600 }))]);
  await allReady(page, 1);
  await context.setOffline(true);
  await act(page, "Add to the build log").click();
  await expect(page.getByRole("alert")).toHaveText(`There is a problem${OFFLINE_FORM}`);
  await context.setOffline(false);
  await act(page, "Add to the build log").click();
  await expect(page).toHaveURL(/\/build\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("New brakes");
});

test("a dialog whose action cannot be sent shows a message, and the page behind it stays", async ({
  page,
  cast,
  context,
}) => {
  await become(page, cast.owner);
  await page.goto(cast.vehicle);
  const ready = page.waitForResponse(/\/assets\/delete-[^/]+\.js$/);
  await page.getByRole("link", { name: "Delete Vehicle" }).click();
  await (await ready).finished();
  await context.setOffline(true);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete Vehicle" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(`There is a problem${OFFLINE_FORM}`);
  await context.setOffline(false);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Alpine A110");
});
