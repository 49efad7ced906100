import { expect, hold, test } from "./people";

test("a search is sent once per pause, and its address and Back stay right", async ({ page, cast }) => {
  await page.clock.install();
  await page.goto("/about-us");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Garages" }).click();
  await expect(page).toHaveURL("/garages");
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/garages.data")) requests.push(new URL(request.url()).searchParams.get("name") ?? "");
  });
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  const name = page.getByRole("main").getByLabel("Name");
  await name.pressSequentially("olga");
  await page.clock.runFor(400);
  await name.pressSequentially(" ow");
  await page.clock.runFor(499);
  expect(requests).toEqual([]);
  await page.clock.runFor(1);
  await expect(page).toHaveURL("/garages?name=olga+ow");
  await expect(page.getByRole("link", { name: "Olga Owner's garage" }).first()).toBeVisible();
  expect(requests).toEqual(["olga ow"]);
  await name.fill("nobody has this name");
  await page.clock.runFor(500);
  await expect(page.getByText("No garages found that match your criteria.")).toBeVisible();
  await expect(name).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL("/about-us");
  await page.goForward();
  await expect(page).toHaveURL(/name=nobody/);
  await expect(name).toHaveValue("nobody has this name");
  expect(cast.owner.garageId).toBeTruthy();
});

test("a late response never replaces a newer one", async ({ page, cast }) => {
  await page.goto("/garages");
  const name = page.getByRole("main").getByLabel("Name");
  const letGo = await hold(page, /garages\.data\?.*name=zzz/);
  const first = page.waitForRequest(/garages\.data\?.*name=zzz/);
  await name.fill("zzz");
  await first;
  await name.fill("olga");
  await expect(page).toHaveURL("/garages?name=olga");
  letGo();
  await expect(
    page.getByRole("link", { name: cast.owner.name }).or(page.getByText("Olga Owner's garage")).first(),
  ).toBeVisible();
  await expect(page).toHaveURL("/garages?name=olga");
  await expect(page.getByText("No garages found that match your criteria.")).toHaveCount(0);
});

test("the header's search box leads to the results, an empty one nowhere", async ({ page }) => {
  await page.goto("/about-us");
  const box = page.getByRole("banner").getByLabel(/^Search/);
  await box.fill("   ");
  await box.press("Enter");
  await expect(page).toHaveURL("/about-us");
  await box.fill("zzz nothing");
  await box.press("Enter");
  await expect(page).toHaveURL("/search?q=zzz+nothing");
  await expect(page.getByText("No results found for your query.")).toBeVisible();
});
