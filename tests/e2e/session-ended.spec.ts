import { become, expect, logInAgain, test } from "./fixtures";

test("a form sent after its session has ended: log in, then Back to what was typed", async ({
  page,
  site,
  scripted,
}) => {
  const owner = await site.signUpWithGarage("Wanda Words");
  await become(page, owner);
  await page.goto("/about-us");
  await page.goto("/vehicles/new");
  const values = { Make: "Saab", Model: "96", Year: "1972", Condition: "Daily driver" };
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  await page.getByLabel("Description").fill("Two strokes are enough.");
  site.run("UPDATE sessions SET expires_at = 1 WHERE user_id = ?", Number(owner.id));
  await page.getByRole("button", { name: "Add vehicle" }).click();
  await expect(page).toHaveURL("/?returnTo=%2Fvehicles%2Fnew&unsent=on");
  await logInAgain(page, owner);
  await expect(page).toHaveURL("/vehicles/new");
  const description = page.getByLabel("Description");
  if (scripted) {
    await page.getByRole("button", { name: "Restore your draft" }).click();
  } else {
    while (!(await description.isVisible()) || (await description.inputValue()) === "") await page.goBack();
  }
  await expect(page).toHaveURL("/vehicles/new");
  await expect(description).toHaveValue("Two strokes are enough.");
  for (const [label, value] of Object.entries(values)) await expect(page.getByLabel(label)).toHaveValue(value);
  await page.getByRole("button", { name: "Add vehicle" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Saab 96/ })).toBeVisible();
});
