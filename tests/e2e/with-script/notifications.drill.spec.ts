import type { Page } from "@playwright/test";
import { become, expect, expectAccessible, test } from "../fixtures";

const SCREEN = { width: 320, height: 640 };

const bell = (page: Page) => page.getByRole("banner").locator('a[href="/notifications"]');

test("the bell shows the number, leads to the list, and updates while visible", async ({ page, site }) => {
  const owner = await site.signUpWithGarage("Nell Belle");
  const fan = await site.signUp("Fay Fan");
  const followed = () =>
    site.run(
      "INSERT INTO notifications (user_id, kind, actor_id, created_at) VALUES (?, 'follow', ?, ?)",
      Number(owner.id),
      Number(fan.id),
      Date.now(),
    );
  await page.setViewportSize(SCREEN);
  await become(page, owner);
  await page.clock.install();
  for (let index = 0; index < 100; index++) followed();
  await page.goto("/notifications");
  await expect(bell(page)).toHaveAccessibleName("100 new notifications");
  await expect(bell(page)).toContainText("99+");
  const { width, height } = (await bell(page).boundingBox())!;
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(SCREEN.width);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(bell(page)).toHaveAccessibleName("Notifications");
  await expect(page.getByRole("main").getByText("New", { exact: true })).toHaveCount(0);

  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/v1/users/me/notifications"))
      requests.push(request.headers()["if-none-match"] ?? "");
  });
  const minute = async () => {
    const { length } = requests;
    const answer = page.waitForResponse(/me\/notifications\?limit=1/);
    // Scheduled after the last response.
    await expect(async () => {
      await page.clock.fastForward(60_000);
      expect(requests).toHaveLength(length + 1);
    }).toPass({ intervals: [50] });
    return (await answer).status();
  };
  const field = page.locator("#site-search");
  await field.focus();
  expect([await minute(), await minute()]).toEqual([200, 304]);
  followed();
  expect(await minute()).toBe(200);
  await expect(bell(page)).toHaveAccessibleName("1 new notification");
  await expect(field).toBeFocused();

  const see = (state: "hidden" | "visible") =>
    page.evaluate((now) => {
      Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }, state);
  const { length } = requests;
  await see("hidden");
  followed();
  await page.clock.fastForward(300_000);
  expect(requests).toHaveLength(length);
  await see("visible");
  await page.clock.fastForward(10);
  await expect(bell(page)).toHaveAccessibleName("2 new notifications");
  expect(requests).toHaveLength(length + 1);

  // Visible, without focus.
  const turnTo = (isVisible: boolean) =>
    page.evaluate((has) => {
      document.hasFocus = () => has;
      window.dispatchEvent(new Event(has ? "focus" : "blur"));
    }, isVisible);
  await turnTo(false);
  followed();
  await page.clock.fastForward(300_000);
  expect(requests).toHaveLength(length + 1);
  await turnTo(true);
  await page.clock.fastForward(10);
  await expect(bell(page)).toHaveAccessibleName("3 new notifications");
});
