import { browserLike } from "../support/browser-like";
import { PASSWORD, signUpWithGarage } from "../support/members";
import { expect, test } from "./fixtures";

test("words of an ended session wait in their form until they are sent or discarded", async ({
  page,
  site,
  scripted,
  expectAccessible,
}) => {
  const { browser, email } = await signUpWithGarage(site, "Wanda Words");
  const value = browser.cookies.get("paddock_session") ?? "";
  await page.context().addCookies([{ name: "paddock_session", value, url: site.url }]);
  await page.goto("/vehicles/new");
  const elsewhere = browserLike(site);
  await elsewhere.submit("/login", { email, password: PASSWORD });
  await elsewhere.submit("/settings", { intent: "end-others" });

  await page.getByLabel("Make").fill("Saab");
  await page.getByLabel("Description").fill("Two strokes are enough.");
  await page.getByRole("button", { name: "Add vehicle" }).click();
  await expect(page).toHaveURL(/\/\?returnTo=/);
  const main = page.getByRole("main");
  await expect(main.getByText("Your session has ended. Log in and we'll take you back.")).toBeVisible();
  await main.getByRole("status").getByRole("link", { name: "Log in" }).click();
  await main.getByLabel("Email").fill(email);
  await main.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await main.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/vehicles/new#kept-words");
  await expect(page.getByText("We kept what you wrote.")).toBeVisible();
  await expect(page.getByLabel("Make")).toHaveValue("Saab");
  await expect(page.getByLabel("Description")).toHaveValue("Two strokes are enough.");
  await expect(page.getByRole("button", { name: "Restore your draft" })).toHaveCount(0);
  if (scripted) await expectAccessible(page);

  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(page.getByText("We kept what you wrote.")).toHaveCount(0);
  await expect(page.getByLabel("Make")).toHaveValue("");
});
