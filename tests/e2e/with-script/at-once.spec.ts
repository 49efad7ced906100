import { expect, gate, photoOptions, test } from "./people";

test("a like shows before the server has answered, and stays", async ({ page, cast, logIn }) => {
  await logIn(page, cast.fan);
  await page.goto(cast.vehicle);
  const answer = gate();
  await page.route("**/like", async (route) => {
    await answer.opened;
    await route.continue();
  });
  const like = page.getByRole("button", { name: "Like" });
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await like.focus();
  await page.keyboard.press("Enter");
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("1 like", { exact: true })).toBeVisible();
  const reloaded = page.waitForResponse(/\/vehicles\/\d+\.data/);
  answer.open();
  await reloaded;
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(like).toBeFocused();
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByText("0 likes", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText("0 likes", { exact: true })).toBeVisible();
});

test("a like that fails is taken back, with the catalogue's message or the server's", async ({
  page,
  cast,
  logIn,
  allowTrouble,
}) => {
  allowTrouble(/Failed to load resource|^500 /);
  await logIn(page, cast.fan);
  await page.goto(cast.vehicle);
  const like = page.getByRole("button", { name: "Like" });
  const messages = page.getByRole("region", { name: "Messages" });
  await page.route("**/like", (route) => route.abort());
  await like.click();
  await expect(messages).toContainText("Failed to update like status.");
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await page.unroute("**/like");
  await page.route("**/like", (route) => route.fulfill({ status: 500, body: "<h1>broken</h1>" }));
  await like.click();
  await expect(messages.getByText("Failed to update like status.")).toHaveCount(2);
  await page.unroute("**/like");
  await page.route("**/like", (route) => route.fulfill({ status: 429, json: { message: "Slow down a little." } }));
  await like.click();
  await expect(messages).toContainText("Slow down a little.");
  await expect(page.getByText("0 likes", { exact: true })).toBeVisible();
});

test("a visitor who likes is led to the login, and back to the vehicle", async ({ page, cast }) => {
  await page.goto(cast.vehicle);
  await page.getByRole("button", { name: "Like" }).click();
  await expect(page).toHaveURL(/\/login\?reason=like/);
  await expect(page.getByText("You must be logged in to like a vehicle.")).toBeVisible();
  const main = page.getByRole("main");
  await main.getByLabel("Email").fill(cast.fan.email);
  await main.getByLabel("Password", { exact: true }).fill(cast.fan.password);
  await main.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(cast.vehicle);
  await expect(page.getByText("Login successful!")).toBeVisible();
  await expect(page.getByText(`Menu of ${cast.fan.name}`)).toBeAttached();
});

test("following shows at once, is undone where it fails, and stays where it does not", async ({
  page,
  cast,
  logIn,
  allowTrouble,
}) => {
  allowTrouble(/Failed to load resource/);
  await logIn(page, cast.fan);
  await page.goto(`/garages/${cast.owner.garageId}`);
  const button = page.getByRole("button", { name: /^Follow(ing)? Olga Owner$/ });
  const answer = gate();
  await page.route("**/follow", async (route) => {
    await answer.opened;
    await route.abort();
  });
  await button.click();
  await expect(button).toHaveText("Following Olga Owner");
  answer.open();
  await expect(button).toHaveText("Follow Olga Owner");
  await expect(page.getByText("Failed to update follow status.")).toBeVisible();
  await page.unroute("**/follow");
  await button.click();
  await expect(page.getByText("1 follower", { exact: true })).toBeVisible();
  await expect(button).toHaveText("Following Olga Owner");
  await button.click();
  await expect(page.getByText("0 followers", { exact: true })).toBeVisible();
});

test("another cover shows at once, and the old one comes back where that fails", async ({
  page,
  cast,
  logIn,
  allowTrouble,
}) => {
  allowTrouble(/Failed to load resource/);
  await logIn(page, cast.owner);
  await page.goto(cast.vehicle);
  const cover = page.locator("main picture img, main img").first();
  const before = await cover.getAttribute("src");
  const answer = gate();
  await page.route("**/set-cover", async (route) => {
    await answer.opened;
    await route.abort();
  });
  await photoOptions(page, 2);
  await page.getByRole("button", { name: "Make Cover: photo 2" }).click();
  await expect(page.locator(`#photo-${cast.photos[1]}`)).toContainText("Cover photo");
  await expect(cover).not.toHaveAttribute("src", before ?? "");
  answer.open();
  await expect(page.getByText("Failed to update cover photo.")).toBeVisible();
  await expect(page.locator(`#photo-${cast.photos[0]}`)).toContainText("Cover photo");
  await expect(cover).toHaveAttribute("src", before ?? "");
  await page.unroute("**/set-cover");
  await page.getByRole("button", { name: "Make Cover: photo 2" }).click();
  await expect(page.getByText("Cover photo updated!")).toBeVisible();
  await photoOptions(page, 1);
  await page.getByRole("button", { name: "Make Cover: photo 1" }).click();
  await expect(page.locator(`#photo-${cast.photos[0]}`)).toContainText("Cover photo");
  await expect(page.getByText("Cover photo updated!")).toHaveCount(2);
});

test("with a session that has died any act leads home, and the frame knows", async ({ page, cast, logIn, site }) => {
  const { fan, owner, vehicle } = cast;
  const acts = {
    [`/garages/${owner.garageId}`]: () => page.getByRole("button", { name: "Follow Olga Owner" }).click(),
    [vehicle]: async () => {
      await page.locator("textarea[name=text]").fill("Said too late.");
      await page.getByRole("button", { name: "Post comment" }).click();
    },
    "/about-us": async () => {
      await page.getByRole("banner").locator("summary").click();
      await page.getByRole("link", { name: "Settings" }).click();
    },
  };
  for (const [path, act] of Object.entries(acts)) {
    await fan.browser.api("POST", "/users/login", { email: fan.email, password: fan.password });
    await logIn(page, fan);
    await page.goto(path);
    site.database.prepare("delete from sessions where user_id = ?").run(Number(fan.id));
    await act();
    await expect(page).toHaveURL(/:\d+\/(\?returnTo=%2Fsettings)?$/);
    await expect(page.getByRole("banner").getByRole("link", { name: "Log in" })).toBeVisible();
  }
  await fan.browser.api("POST", "/users/login", { email: fan.email, password: fan.password });
});
