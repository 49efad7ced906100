import { webp } from "../../support/images";
import { become, expect, expectAccessible, test } from "../fixtures";
import { allReady, open, trayItems } from "./tray";

test("a picture of any kind is seen before it is saved, as JPEG; a password is changed", async ({ page, site }) => {
  const member = await site.signUpWithGarage("Petra Profile");
  await become(page, member);
  await open(page, "/settings");
  await page
    .getByLabel("New profile photo")
    .setInputFiles({ name: "me.webp", mimeType: "image/webp", buffer: await webp() });
  await allReady(page, 1);
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByText("Profile updated successfully!").first()).toBeVisible();
  await expect(page.getByAltText("Your current profile photo")).toHaveAttribute("src", /^\/img\/users\/\w+_\d+x\d+_/);
  await expect(trayItems(page)).toHaveCount(0);

  const current = page.getByLabel("Current password");
  await current.fill(member.password);
  for (const name of ["password", "passwordConfirm"]) await page.locator(`[name=${name}]`).fill("brand new one");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password has been changed.").first()).toBeVisible();
  await expect(current).toHaveValue("");
});

test("the safety switch, the second step, and nothing left", async ({ page, site }) => {
  const member = await site.signUpWithGarage("Lea Leaver");
  await become(page, member);
  await page.goto("/settings");
  const button = (name: string) => page.locator("main").getByText(name, { exact: true });
  const safety = page.getByLabel("Safety switch");

  await expect(button("Delete My Garage")).toBeDisabled();
  await expect(button("Delete My Account")).toBeDisabled();
  await expectAccessible(page);

  await safety.check();
  await button("Delete My Garage").click();
  await expect(page.getByRole("heading", { name: "Are you absolutely sure? This cannot be undone." })).toBeVisible();
  await expect(page).toHaveURL(/\/settings$/);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await safety.uncheck();
  await expect(button("Delete My Garage")).toBeDisabled();
  await safety.check();
  await button("Delete My Garage").click();
  await page.locator("dialog button, main form button").filter({ hasText: "Delete My Garage" }).click();
  await expect(page.getByText("Your garage has been deleted.").first()).toBeVisible();
  await expect(button("Delete My Garage")).toHaveCount(0);
  await expect(safety).not.toBeChecked();

  await safety.check();
  await button("Delete My Account").click();

  await page.locator("dialog button, main form button").filter({ hasText: "Delete My Account" }).click();
  await expect(page.getByText("Your account has been deleted.").first()).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("navigation").getByRole("link", { name: "Log in" })).toBeVisible();
  expect(site.value("SELECT count(*) FROM users WHERE id = ?", Number(member.id))).toBe(0);
});
