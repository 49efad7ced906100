import { addVehicle } from "../support/members";
import { become, expect, expectFits, test } from "./fixtures";

test("the form of an entry has an area for a modification only, and another part keeps all that was typed", async ({
  page,
  site,
  scripted,
}) => {
  const owner = await site.signUpWithGarage("Bo Builder");
  await become(page, owner);
  await page.goto(`/vehicles/${await addVehicle(owner)}/build/new`);
  const field = (name: string) => page.locator(`main [name="${name}"]`);
  await expect(field("area")).toBeHidden();
  await field("kind").selectOption("Modification");
  await expect(field("area")).toBeVisible();
  await expectFits(page);

  await field("text").fill("Out with the old springs.\n\nIn with the new.");
  await field("parts[0][name]").fill("Springs");
  await field("parts[0][url]").fill("ftp://springs.example");
  await expect(field("parts[3][name]")).toBeHidden();
  await page.getByRole("button", { name: "Add another part" }).click();
  if (scripted) await expect(field("parts[3][name]")).toBeFocused();
  await field("parts[3][name]").fill("Bump stops");
  await expect(field("text")).toHaveValue("Out with the old springs.\n\nIn with the new.");
  await expect(field("kind")).toHaveValue("Modification");

  await page.getByRole("button", { name: "Add to the build log" }).click();
  await expect(page.getByRole("alert")).toContainText("Please give the entry a title.");
  await expect(field("parts[0][url]")).toHaveAccessibleDescription(/begins with https/);
  await expect(field("parts[3][name]")).toHaveValue("Bump stops");
  await expectFits(page);
});
