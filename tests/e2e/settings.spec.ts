import type { BrowserContext } from "@playwright/test";
import { newToken } from "~/lib/tokens.server";
import { png } from "../support/images";
import { type Member, signUpWithGarage } from "../support/members";
import { expect, test } from "./fixtures";

/** The browser takes over the session of somebody who has signed up. */
async function become(context: BrowserContext, { browser }: Member): Promise<void> {
  const cookies = [...browser.cookies].map(([name, value]) => ({ name, value, url: browser.url }));
  await context.addCookies(cookies);
}

test("a picture is looked at before it is saved; a password is changed", async ({ page, site, scripted }) => {
  const member = await signUpWithGarage(site, "Petra Profile");
  await become(page.context(), member);
  await page.goto("/settings");
  await page.getByLabel("New profile picture").setInputFiles({
    name: "me.png",
    mimeType: "image/png",
    buffer: await png(),
  });
  if (scripted) await expect(page.getByAltText("Your new avatar")).toHaveAttribute("src", /^blob:/);
  await page.getByLabel("Name", { exact: true }).fill("Petra Picture");
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Profile updated successfully!").first()).toBeVisible();
  await expect(page.getByAltText("Your current avatar")).toHaveAttribute("src", /^\/img\/users\/\w+_\d+x\d+_/);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Petra Picture");

  const change = page.getByRole("button", { name: "Change password" });
  const fill = async (current: string, repeat: string) => {
    await page.getByLabel("Current password").fill(current);
    await page.locator("[name=password]").fill("brand new one");
    await page.locator("[name=passwordConfirm]").fill(repeat);
    await change.click();
  };
  await fill(member.password, "another one");
  await expect(page.getByRole("alert")).toContainText("New passwords do not match!");
  await fill("a wrong one", "brand new one");
  await expect(page.getByRole("alert")).toContainText("Your current password is not correct.");
  await fill(member.password, "brand new one");
  await expect(page.getByText("Your password has been changed.").first()).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveValue("");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("mail is chosen kind by kind, on a narrow phone too, and stopped from a mail", async ({
  page,
  site,
  scripted,
  expectAccessible,
}) => {
  const member = await signUpWithGarage(site, "Mia Mailed");
  const key = newToken().slice(0, 22);
  site.database.prepare("UPDATE users SET unsubscribe_key = ? WHERE id = ?").run(key, member.id);
  await become(page.context(), member);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/settings");
  await page.getByRole("link", { name: "Notification settings" }).click();
  const likes = page.getByLabel("Likes of your vehicles: by mail");
  await likes.selectOption("Weekly");
  await page.getByLabel("Likes of your vehicles: on the site").uncheck();
  if (scripted) await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your notification settings are saved.").first()).toBeVisible();
  await expect(likes).toHaveValue("weekly");
  await expect(page.getByLabel("Likes of your vehicles: on the site")).not.toBeChecked();

  await page.context().clearCookies();
  await page.goto(`/unsubscribe/${key}.like`);
  if (scripted) await expectAccessible(page);
  await page.getByRole("button", { name: "Stop these mails" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("These mails are stopped");
  if (scripted) await expectAccessible(page);
  await become(page.context(), member);
  await page.getByRole("link", { name: "Choose what you are mailed about" }).click();
  await expect(likes).toHaveValue("off");
});

test("the safety switch, the second step, and nothing left", async ({ page, site, scripted, expectAccessible }) => {
  const member = await signUpWithGarage(site, "Lea Leaver");
  await become(page.context(), member);
  await page.goto("/settings");
  const button = (name: string) => page.locator("main").getByText(name, { exact: true });
  const safety = page.getByLabel("Safety switch");

  if (scripted) {
    await expect(button("Delete My Garage")).toBeDisabled();
    await expect(button("Delete My Account")).toBeDisabled();
    await expectAccessible(page);
  } else {
    await button("Delete My Garage").click();
    await expect(page.getByRole("alert")).toContainText("Please turn on the safety switch first.");
  }

  await safety.check();
  await button("Delete My Garage").click();
  await expect(page.getByRole("heading", { name: "Are you absolutely sure? This cannot be undone." })).toBeVisible();
  if (scripted) {
    await expect(page).toHaveURL(/\/settings$/);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await safety.uncheck();
    await expect(button("Delete My Garage")).toBeDisabled();
    await safety.check();
    await button("Delete My Garage").click();
  }
  await page.locator("dialog button, main form button").filter({ hasText: "Delete My Garage" }).click();
  await expect(page.getByText("Your garage has been deleted.").first()).toBeVisible();
  await expect(button("Delete My Garage")).toHaveCount(0);
  await expect(safety).not.toBeChecked();

  await safety.check();
  await button("Delete My Account").click();
  if (!scripted) await expect(page).toHaveURL(/delete-account\?safety=on$/);
  await page.locator("dialog button, main form button").filter({ hasText: "Delete My Account" }).click();
  await expect(page.getByText("Your account has been deleted.").first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/");
  await expect(page.getByRole("navigation").getByRole("link", { name: "Log in" })).toBeVisible();
  expect(site.database.prepare("SELECT count(*) FROM users WHERE id = ?").pluck().get(Number(member.id))).toBe(0);
});
