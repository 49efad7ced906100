import { become, expect, expectAccessible, test } from "./people";

test("keys search, list the keys and may be turned off, and do nothing in a field", async ({ page }) => {
  await page.goto("/about-us");
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  const box = page.getByRole("banner").getByLabel(/^Search/);
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.keyboard.press("/");
  await expect(box).toBeFocused();
  await page.keyboard.type("a/?");
  await expect(box).toHaveValue("a/?");
  await expect(list).toHaveCount(0);
  await box.blur();
  await page.keyboard.press("?");
  await expect(list).toBeVisible();
  await expectAccessible(page);
  await list.getByLabel("Turn off one-key shortcuts").check();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  await page.keyboard.press("/");
  await page.keyboard.press("?");
  await page.keyboard.press("Control+/");
  await expect(list.getByLabel("Turn off one-key shortcuts")).toBeChecked();
  await expect(box).not.toBeFocused();
});

test("Ctrl+Enter sends the form being typed in, once and with its checks", async ({ page, cast }) => {
  await become(page, cast.fan);
  await page.goto(cast.vehicle);
  await expect(page.locator("html")).toHaveAttribute("data-hydrated", "");
  const posts: string[] = [];
  page.on("request", (request) => void (request.method() === "POST" && posts.push(request.url())));
  const field = page.getByLabel("Your comment");
  await field.fill("   ");
  await field.press("Control+Enter");
  await expect(field).toHaveAccessibleDescription("Please write a comment.");
  expect(posts).toEqual([]);
  await field.fill("Lovely shade of blue.");
  await field.press("Control+Enter");
  await expect(page.getByRole("article").filter({ hasText: "Lovely shade of blue." })).toBeVisible();
  await expect(field).toHaveValue("");
  expect(posts).toHaveLength(1);
});
