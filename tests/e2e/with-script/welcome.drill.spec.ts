import type { Page } from "@playwright/test";
import { become, expect, expectAccessible, test } from "./people";

async function openGarage(page: Page): Promise<void> {
  await page.goto("/onboarding");
  await page.getByLabel("Name of your garage").fill("The Nest");
  await page.locator("main [name=location]").fill("Nantes, France");
  await page.getByRole("button", { name: "Open garage" }).click();
}

test("a new owner is welcomed once, and shown what comes next", async ({ page, site }) => {
  await become(page, await site.signUp("Wanda Welcome"));
  await openGarage(page);
  const popover = page.getByRole("dialog", { name: "Welcome to your garage, Wanda Welcome!" });
  await expect(popover).toBeVisible();
  await expect(popover).toBeFocused();
  await expect(page).toHaveURL(/\/garages\/\d+$/);
  await expect(page.getByText("Your garage has been created!")).toBeVisible();
  await expectAccessible(page);
  const garage = page.url();
  await page.keyboard.press("Escape");
  await expect(popover).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "The Nest" })).toBeVisible();
  await expect(page.getByText("Welcome to your garage")).toHaveCount(0);
  await page.goto("/about-us");
  await page.goto(garage);
  await expect(page.getByText("Welcome to your garage")).toHaveCount(0);
});

test("its buttons lead on, or let one look around first", async ({ page, site }) => {
  for (const next of ["Look around first", "+ Add Vehicle"]) {
    await become(page, await site.signUp("Nora New"));
    await openGarage(page);
    const popover = page.getByRole("dialog", { name: /Welcome to your garage/ });
    await expect(popover).toBeVisible();
    await popover.getByText(next).click();
    await expect(popover).toHaveCount(0);
    await expect(page).toHaveURL(next.startsWith("+") ? "/vehicles/new" : /\/garages\/\d+$/);
  }
});
