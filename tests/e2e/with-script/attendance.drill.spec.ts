import { publishEvent } from "../../support/good-event";
import { become, expect, expectAccessible, expectFits, test } from "../fixtures";

test("a new attendee is listed at once, without a page load, and keeps the focus", async ({ page, site }) => {
  const owner = await site.signUpWithGarage("Gert Going");
  await owner.browser.submit("/vehicles/new", { make: "Lotus", model: "Elan", year: 1967 });
  await become(page, owner);
  await page.goto(`/events/${await publishEvent(owner, await site.signUpAdmin(), { title: "Hill Climb" })}`);
  const part = page.getByRole("region", { name: "Are you going?" });
  await part.getByLabel("What are you bringing?").selectOption("1967 Lotus Elan");
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents.push(request.url());
  });
  await part.getByRole("button", { name: "I’m going" }).click();
  await expect(page.getByText("You are on the list. See you there!").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Going (1)" }).getByRole("listitem")).toHaveText(/1967 Lotus Elan/);
  expect(documents).toEqual([]);
  await expect(part.getByRole("button", { name: "Change" })).toBeFocused();
  await expectAccessible(page);
  await expectFits(page);
});

test("who goes follows the facts, and the way to go is always at hand", async ({ page, site }) => {
  const owner = await site.signUpWithGarage("Lena Line");
  const { json: vehicle } = await owner.browser.api("POST", "/vehicles", { make: "Saab", model: "96", year: 1967 });
  const event = `/events/${await publishEvent(owner, await site.signUpAdmin(), { title: "Ice Race" })}`;
  await owner.browser.submit(event, { intent: "attend", vehicle: vehicle.data.doc._id });
  const card = page.getByRole("region", { name: "Going (1)" }).getByRole("article");
  const go = page.getByRole("link", { name: "Log in to join" });
  for (const [width, height, begins] of [
    [1280, 800, 1.5 * 800],
    [390, 844, 2 * 844],
    [320, 640, 2.5 * 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(event);
    const box = await card.boundingBox();
    expect(box?.y, `${width}`).toBeLessThan(begins);
    expect(box?.width, `${width}`).toBeGreaterThanOrEqual(140);
    await expect(go).toBeInViewport({ ratio: 1 });
    await expectFits(page);
    if (width === 1280) continue;
    expect(box?.width).toBeLessThan(width / 2);
    // Sticky, it covers neither focus nor page end.
    const last = page.getByRole("contentinfo").getByRole("link").last();
    await last.focus();
    const [at, bar] = [await last.boundingBox(), await go.boundingBox()];
    expect((at?.y ?? 0) + (at?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await expect(go).toBeInViewport({ ratio: 1 });
  }
});
