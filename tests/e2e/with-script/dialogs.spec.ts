import type { Page } from "@playwright/test";
import { allowTrouble, become, expect, hold, photoOptions, test } from "./people";

const openLogin = (page: Page) => page.getByRole("banner").getByRole("link", { name: "Log in" });

test("the login comes up as a dialog, keeps focus inside, and gives it back on Escape", async ({ page, cast }) => {
  await page.goto(cast.vehicle);
  await openLogin(page).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Log in" });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(cast.vehicle);
  await expect(dialog.getByLabel("Email")).toBeFocused();
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press("Tab");
    const inside = await dialog.evaluate(
      (box) => box.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(inside).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(openLogin(page)).toBeFocused();
});

test("prefetching waits until the browser has the route", async ({ page }) => {
  const letGo = await hold(page, "**/__manifest*");
  const requests: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".data")) requests.push(`${response.status()} ${pathname}`);
  });
  // The browser has this page, and uses it for any unknown URL.
  await page.goto("/nowhere");
  await openLogin(page).click();
  await expect(page.getByRole("dialog", { name: "Log in" })).toBeVisible();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(page.locator('head link[rel="prefetch"]')).toHaveCount(0);
  letGo();
  await expect(page.locator('head link[rel="prefetch"]').first()).toBeAttached();
  await page.waitForLoadState("networkidle");
  expect(requests.filter((answer) => !answer.startsWith("200"))).toEqual([]);
});

test("on a phone the login reads as anywhere: from the left, its links as large as its text", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/about-us");
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Log in" }).click();
  const dialog = page.getByRole("dialog", { name: "Log in" });
  await expect(dialog).toHaveCSS("text-align", "left");
  const size = await dialog.evaluate((dialog) => getComputedStyle(dialog).fontSize);
  for (const name of ["Forgot your password?", "Sign up"]) {
    const link = dialog.getByRole("link", { name });
    await expect(link).toHaveCSS("font-size", size);
    await expect(link).not.toHaveCSS("display", "grid");
  }
});

test("a wrong login shows its message in the dialog, a right one stays on the page", async ({ page, cast }) => {
  await page.goto(`${cast.vehicle}?from=a-friend`);
  await openLogin(page).click();
  const dialog = page.getByRole("dialog", { name: "Log in" });
  await expect(dialog.getByRole("link", { name: "Forgot your password?" })).toHaveAttribute("href", "/forgot-password");
  await expect(dialog.getByRole("link", { name: "Sign up" })).toHaveAttribute("href", "/signup");
  await dialog.getByLabel("Email").fill(cast.fan.email);
  await dialog.getByLabel("Password", { exact: true }).fill("not this one");
  const letGo = await hold(page, "**/login.data");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Logging in…" })).toBeVisible();
  letGo();
  await expect(dialog.getByRole("alert")).toHaveText("There is a problemLogin failed. Check your credentials.");
  await expect(dialog.getByRole("alert")).toBeFocused();
  await expect(dialog.getByLabel("Email")).toHaveValue(cast.fan.email);
  await dialog.getByLabel("Password", { exact: true }).fill(cast.fan.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Login successful!")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`${cast.vehicle}?from=a-friend`);
  await expect(page.getByText(`Account menu: ${cast.fan.name}`)).toBeAttached();
  await expect(page.getByLabel("Your comment")).toBeVisible();
});

test("a press beside the dialog closes it, one that began inside does not", async ({ page }) => {
  await page.goto("/about-us");
  await openLogin(page).click();
  const dialog = page.getByRole("dialog", { name: "Log in" });
  const box = (await dialog.boundingBox())!;
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(5, 5);
  await page.mouse.up();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toHaveCount(0);
});

test("a redirect to the login leads back to the page, through the dialog too", async ({ page, cast }) => {
  await page.goto(`${cast.vehicle}/edit`);
  await expect(page).toHaveURL(/\/\?returnTo=/);
  await openLogin(page).click();
  const dialog = page.getByRole("dialog", { name: "Log in" });
  await dialog.getByLabel("Email").fill(cast.owner.email);
  await dialog.getByLabel("Password", { exact: true }).fill(cast.owner.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${cast.vehicle}/edit`);
  await expect(page.getByText(`Account menu: ${cast.owner.name}`)).toBeAttached();
});

test("the avatar's menu opens and closes by keyboard, and logging out updates the frame", async ({ page, cast }) => {
  const { fan } = cast;
  await fan.browser.api("POST", "/users/login", { email: fan.email, password: fan.password });
  await become(page, fan);
  await page.goto("/about-us");
  const summary = page.getByRole("banner").locator("summary");
  await summary.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "My Garage" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Support Inbox" })).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "My Garage" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "My Garage" })).toBeHidden();
  await expect(summary).toBeFocused();
  await summary.click();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(page.getByRole("link", { name: "My Garage" })).toBeHidden();
  await summary.click();
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/");
  await expect(openLogin(page)).toBeVisible();
  await fan.browser.api("POST", "/users/login", { email: fan.email, password: fan.password });
});

test("a second step is asked for in the page; it opens on the harmless button; that and Escape keep everything", async ({
  page,
  cast,
}) => {
  await become(page, cast.owner);
  await page.goto(cast.vehicle);
  await photoOptions(page, 1);
  const link = page.getByRole("link", { name: "Delete photo 1" });
  const dialog = page.getByRole("dialog", { name: "Delete this photo?" });
  await link.focus();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(link).toBeFocused();
  await link.click();
  await expect(dialog.getByRole("button", { name: "Keep it" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect(page).toHaveURL(cast.vehicle);
  await expect(page.locator("#gallery ~ ul > li, section:has(#gallery) li")).toHaveCount(3);
});

test("messages are announced politely, a success for 2 s, a failure for 4, twenty at most", async ({ page, cast }) => {
  allowTrouble(/Failed to load resource/);
  await page.clock.install();
  await become(page, cast.owner);
  await page.goto(cast.vehicle);
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  const messages = page.getByRole("region", { name: "Messages" });
  await expect(messages).toHaveAttribute("aria-live", "polite");
  await photoOptions(page, 2);
  await page.getByRole("button", { name: "Make Cover: photo 2" }).click();
  await expect(messages).toHaveText("Cover photo updated!");
  await page.clock.runFor(1900);
  await expect(messages).toHaveText("Cover photo updated!");
  await page.clock.runFor(200);
  await expect(messages).toHaveText("");
  await photoOptions(page, 1);
  await page.getByRole("button", { name: "Make Cover: photo 1" }).click();
  await expect(messages).toHaveText("Cover photo updated!");
  await page.clock.runFor(2100);
  await page.route("**/set-cover", (route) => route.abort());
  const otherButton = page.getByRole("button", { name: "Make Cover: photo 2" });
  await otherButton.click();
  await expect(messages).toHaveText("Failed to update cover photo.");
  await page.clock.runFor(3900);
  await expect(messages).toHaveText("Failed to update cover photo.");
  await page.clock.runFor(200);
  await expect(messages).toHaveText("");
  for (let press = 1; press <= 21; press += 1) {
    await otherButton.click();
    await expect(messages.getByText("Failed to update cover photo.")).toHaveCount(Math.min(press, 20));
  }
});

test("a second step opened from a row's menu returns to it; a further Escape closes the menu", async ({
  page,
  site,
}) => {
  const admin = await site.signUpAdmin();
  const application = { name: "Mona Menu", email: "mona.menu@example.com", password_hash: "", answer: "" };
  site.insert("applications", { ...application, created_at: Date.now() });
  await become(page, admin);
  await page.goto("/moderation/applications");
  const menu = page.getByRole("row", { name: "Mona Menu" }).locator("summary");
  await menu.click();
  const link = page.getByRole("link", { name: "Reject Mona Menu" });
  await link.click();
  const dialog = page.getByRole("dialog", { name: "Reject Mona Menu?" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(link).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(link).toBeHidden();
  await expect(menu).toBeFocused();
});
