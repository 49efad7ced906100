import { allowTrouble, become, expect, hold, photoOptions, test } from "./people";

test("a like shows before the response, and stays", async ({ page, cast }) => {
  await become(page, cast.fan);
  await page.goto(cast.vehicle);
  const letGo = await hold(page, "**/like");
  const like = page.getByRole("button", { name: /^Liked?\b/ });
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await like.focus();
  await page.keyboard.press("Enter");
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(like).toHaveText("Liked 1 like");
  const reloaded = page.waitForResponse(/\/vehicles\/\d+\.data/);
  letGo();
  await reloaded;
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(like).toBeFocused();
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await expect(like).toHaveText("Like");
  await page.reload();
  await expect(like).toHaveText("Like");
});

test("a like that fails is taken back, with the catalogue's message or the server's", async ({ page, cast }) => {
  allowTrouble(/Failed to load resource|^500 /);
  await become(page, cast.fan);
  await page.goto(cast.vehicle);
  const like = page.getByRole("button", { name: /^Liked?\b/ });
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
  await expect(like).toHaveText("Like");
});

test("following shows at once, is undone if it fails, and stays otherwise", async ({ page, cast }) => {
  allowTrouble(/Failed to load resource/);
  await become(page, cast.fan);
  await page.goto(`/garages/${cast.owner.garageId}`);
  const button = page.getByRole("button", { name: /^Follow(ing)? Olga Owner$/ });
  const letGo = await hold(page, "**/follow", "abort");
  await button.click();
  await expect(button).toHaveText("Following Olga Owner");
  letGo();
  await expect(button).toHaveText("Follow Olga Owner");
  await expect(page.getByText("Failed to update follow status.")).toBeVisible();
  await page.unroute("**/follow");
  await button.click();
  await expect(page.getByText("1 follower", { exact: true })).toBeVisible();
  await expect(button).toHaveText("Following Olga Owner");
  await button.click();
  await expect(page.getByText("0 followers", { exact: true })).toBeVisible();
});

test("a new cover shows at once, and the old one returns if that fails", async ({ page, cast }) => {
  allowTrouble(/Failed to load resource/);
  await become(page, cast.owner);
  await page.goto(cast.vehicle);
  const cover = page.locator("main picture img, main img").first();
  const before = await cover.getAttribute("src");
  const letGo = await hold(page, "**/set-cover", "abort");
  await photoOptions(page, 2);
  await page.getByRole("button", { name: "Make Cover: photo 2" }).click();
  await expect(page.locator(`#photo-${cast.photos[1]}`)).toContainText("Cover photo");
  await expect(cover).not.toHaveAttribute("src", before ?? "");
  letGo();
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

test("with an expired session any action leads home, and the header follows", async ({ page, cast, site }) => {
  const { fan, owner, vehicle } = cast;
  const actions = {
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
  for (const [path, act] of Object.entries(actions)) {
    await fan.browser.api("POST", "/users/login", { email: fan.email, password: fan.password });
    await become(page, fan);
    await page.goto(path);
    site.run("delete from sessions where user_id = ?", Number(fan.id));
    await act();
    await expect(page).toHaveURL(/:\d+\/\?returnTo=/);
    await expect(page.getByRole("banner").getByRole("link", { name: "Log in" })).toBeVisible();
  }
  await fan.browser.api("POST", "/users/login", { email: fan.email, password: fan.password });
});

test("a double press decides once, without a conflict message", async ({ page, site }) => {
  const admin = await site.signUpAdmin();
  site.run(
    "INSERT INTO applications (name, email, password_hash, answer, created_at) VALUES ('Una', ?, '', '', 1)",
    "una@example.com",
  );
  await become(page, admin);
  await page.goto("/moderation/applications");
  const letGo = await hold(page, "**/moderation/applications.data");
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") requests.push(request.url());
  });
  await page.getByRole("button", { name: "Accept Una" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => requests.length).toBe(1);
  await page.keyboard.press("Enter");
  letGo();
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("Una is now a member.");
  expect(requests).toHaveLength(1);
});
