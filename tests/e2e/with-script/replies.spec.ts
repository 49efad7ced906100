import type { Member } from "../../support/members";
import { become, expect, expectAccessible, test } from "../fixtures";

/** White space, invisible characters. */
const BLANKS = ["", "   ", "\n\t \n", "\u200d\u2800"];

test("a blank comment is not posted, its message stands at the field; a comment is answered in its place, with script and without", async ({
  page,
  site,
}) => {
  const owner = await site.signUpWithGarage("Olga Owner");
  const guest = await site.signUp("Gus Guest");
  const { location: vehicle } = await owner.browser.submit("/vehicles/new", { make: "Fiat", model: "500", year: 1965 });
  const say = async (user: Member, text: string) =>
    (await user.browser.api("POST", `${vehicle}/comments`, { text })).json.data.doc._id as string;
  const first = await say(guest, "Does the sunroof leak?");
  await say(guest, "Lovely colour.");
  await become(page, owner);
  const loads: string[] = [];
  await page.goto(vehicle);
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.url());
  });
  const comment = page.getByLabel("Your comment");
  for (const blank of BLANKS) {
    await comment.fill(blank);
    await page.getByRole("button", { name: "Post comment" }).click();
    await expect(comment).toHaveAccessibleDescription("Please write a comment.");
    await expect(comment).toHaveAttribute("aria-invalid", "true");
    await expect(comment).toBeFocused();
    await expect(page.getByRole("alert")).toHaveCount(0);
  }
  expect(posts).toHaveLength(0);
  await comment.fill("What a car.");
  await page.getByRole("button", { name: "Post comment" }).click();
  await expect(page.getByText("Comment posted!")).toBeVisible();
  await expect(page.getByRole("article").filter({ hasText: "What a car." })).toBeVisible();
  expect(posts).toHaveLength(1);
  await expect(comment).toHaveValue("");

  // Other fields keep their text.
  await comment.fill("Half a thought");
  await page.getByRole("link", { name: "Reply to Gus Guest" }).first().click();
  const field = page.getByLabel("Your reply to Gus Guest");
  await expect(field).toHaveCount(1);
  await expect(field).toBeFocused();
  const post = page.getByRole("button", { name: "Post reply" });
  await post.click();
  await expect(field).toHaveAccessibleDescription("Please write a comment.");
  await field.fill("Only when it rains.");
  await expectAccessible(page);
  await post.click();
  await expect(page.getByText("Reply posted!")).toBeVisible();
  await expect(field).toHaveCount(0);
  const answer = page.locator(`#comment-${first} > ol > li`);
  await expect(answer).toHaveCount(1);
  await expect(answer).toContainText("Only when it rains.");
  await expect(answer).toContainText("Owner");
  await expect(page.locator("#comments")).toHaveText("Comments (4)");
  await expect(comment).toHaveValue("Half a thought");
  expect(loads).toEqual([]);
});

test("the title, the owner and what one can do with it are on the first screen", async ({ page, site }) => {
  const { browser } = await site.signUpWithGarage("Vera Viewer");
  const { location } = await browser.submit("/vehicles/new", {
    make: "Mercedes-Benz",
    model: "190 E 2.5-16 Evolution II",
    year: 1990,
    condition: "Unrestored, as it left the works",
  });
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(location);
    const owner = page.getByRole("link", { name: "Vera Viewer", exact: true });
    for (const element of [page.getByRole("heading", { level: 1 }), owner, page.locator(".action-bar")])
      await expect(element).toBeInViewport({ ratio: 1 });
    const cover = await page.locator("main .photo-frame").first().boundingBox();
    expect(cover!.height).toBeLessThanOrEqual(viewport.height * 0.6);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
  }
});
