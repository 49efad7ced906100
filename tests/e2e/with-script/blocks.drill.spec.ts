import { signUpWithGarage } from "../../support/members";
import { become, expect, test } from "../fixtures";

test("somebody is blocked where they wrote, muted in their garage, and both are undone", async ({
  page,
  site,
  expectAccessible,
}) => {
  const owner = await signUpWithGarage(site, "Olga Owner");
  const guest = await signUpWithGarage(site, "Gus Guest");
  const { location: vehicle } = await owner.browser.submit("/vehicles/new", { make: "Fiat", model: "500", year: 1965 });
  await guest.browser.api("POST", `${vehicle}/comments`, { text: "What a heap." });
  await become(page, owner);
  await page.goto(vehicle);
  await expect(page.getByText("What a heap.")).toBeVisible();
  await page.getByRole("link", { name: "Block Gus Guest" }).click();
  const question = page.getByRole("heading", { name: "Block Gus Guest?" });
  await expect(question).toBeVisible();
  // With script the page stays, and asks in a dialog.
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.getByRole("button", { name: "Block", exact: true }).click();
  await expect(page.getByText("Blocked. You can undo this in your settings.").first()).toBeVisible();
  await expect(page.getByText("What a heap.")).toHaveCount(0);
  await expect(page.getByText("All comments here are by people you have blocked.")).toBeVisible();

  await page.goto(`/garages/${guest.garageId}`);
  const head = page.locator("main header").first();
  await expect(head.getByRole("button", { name: "Follow" })).toHaveCount(0);
  await head.getByRole("button", { name: "Mute Gus Guest" }).click();
  await expect(head.getByRole("button", { name: "Unmute Gus Guest" })).toBeVisible();
  await expectAccessible(page);

  await page.goto("/settings");
  await page.getByRole("link", { name: "See who" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blocked and muted");
  await expect(page.getByRole("link", { name: "Gus Guest's garage" })).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Unblock Gus Guest" }).click();
  await expect(page.getByText("You have not blocked anybody.")).toBeVisible();
  await page.getByRole("button", { name: "Unmute Gus Guest" }).click();
  await expect(page.getByText("You have not muted anybody.")).toBeVisible();
  await page.goto(vehicle);
  await expect(page.getByText("What a heap.")).toBeVisible();
});
