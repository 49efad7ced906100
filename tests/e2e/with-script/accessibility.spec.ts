import { become, expect, expectAccessible, test } from "./people";

// The most visited; the drill has every page.
test("the pages of a visit are accessible", async ({ page, cast }) => {
  const garage = `/garages/${cast.owner.garageId}`;
  for (const path of ["/", "/garages", garage, cast.vehicle, "/vehicles", "/events", "/map-search", "/signup"]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});

test("what an owner fills in is accessible, with errors too", async ({ page, cast }) => {
  await become(page, cast.owner);
  for (const path of [`${cast.vehicle}/edit`, "/events/new", "/settings", "/settings/security", "/vehicles/new"]) {
    await page.goto(path);
    await expectAccessible(page);
  }
  await page.getByRole("button", { name: "Add vehicle" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
});
