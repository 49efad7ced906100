import { readFileSync } from "node:fs";
import { codeAt } from "../../support/authenticator";
import { PASSWORD } from "../../support/members";
import { become, expect, expectAccessible, print, test } from "../fixtures";

test("the second step: on, in from the dialog with a code, off", async ({ page, site, visitor }) => {
  const member = await site.signUpWithGarage("Sia Second");
  await become(page, member);
  const main = page.locator("main");
  await page.goto("/settings");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Security" }).click();
  await main.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  const secret = (await main.locator(".font-mono").textContent()) ?? "";
  await page.getByLabel("Code from the app").fill(codeAt(secret, Date.now() - 30_000));
  await main.getByRole("button", { name: "Turn on" }).click();
  const box = page.getByRole("region", { name: "Save your recovery codes" });
  await expect(box.getByRole("listitem")).toHaveCount(10);
  await expect(box).toBeFocused();
  await expectAccessible(page);
  const codes = await box.getByRole("listitem").allInnerTexts();
  const [recovery = ""] = codes;
  const downloading = page.waitForEvent("download");
  await main.getByRole("link", { name: "Download" }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe("recovery-codes.txt");
  expect(readFileSync(await file.path(), "utf8")).toBe(`Recovery codes for Paddock\n\n${codes.join("\n")}\n`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await main.getByRole("button", { name: "Copy" }).click();
  await expect(main.getByRole("button", { name: "Codes copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join("\n"));
  await print(page);

  // In the dialog, with script.
  await visitor.goto(`/garages/${member.garageId}`);
  await visitor.getByRole("navigation").getByRole("link", { name: "Log in" }).click();
  await expect(visitor.getByRole("dialog")).toBeVisible();
  await visitor.getByLabel("Email").fill(member.email);
  await visitor.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await visitor.locator("dialog, main").getByRole("button", { name: "Log in" }).click();
  await expect(visitor.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expect(visitor.getByRole("dialog")).toHaveCount(0);
  await expectAccessible(visitor);
  await visitor.getByLabel("Code", { exact: true }).fill(recovery);
  await visitor.locator("main").getByRole("button", { name: "Log in" }).click();
  await expect(visitor.getByText("Login successful!").first()).toBeVisible();
  await expect(visitor).toHaveURL(new RegExp(`/garages/${member.garageId}$`));

  await page.goto("/settings/security");
  await expect(main).toContainText("9 of 10 left.");
  await expectAccessible(page);
  await main.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Two-step verification is off.").first()).toBeVisible();
  await expect(main.getByRole("button", { name: "Turn on" })).toBeVisible();
});

test("a login that aged while the page was open requires the password in place", async ({ page, site }) => {
  const member = await site.signUpWithGarage("Olaf Old");
  await become(page, member);
  await page.goto("/settings");
  await page.getByLabel("Safety switch").check();
  await page.locator("main").getByText("Delete My Garage", { exact: true }).click();
  const confirm = page.locator("dialog button, main form button").filter({ hasText: "Delete My Garage" });
  const field = page.locator("dialog, main").getByLabel("Your password");
  await expect(confirm.last()).toBeVisible();
  site.ageLogins(member);
  await confirm.last().click();
  await expect(page.getByRole("alert")).toContainText("Please enter your password again.");
  await expectAccessible(page);
  await field.last().fill(PASSWORD);
  await confirm.last().click();
  await expect(page.getByText("Your garage has been deleted.").first()).toBeVisible();
  expect((await site.visitor().get(`/garages/${member.garageId}`)).status).toBe(404);
});
