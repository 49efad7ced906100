import type { Page } from "@playwright/test";
import { GOOD_EVENT } from "../../support/good-event";
import { expect, gate, test } from "./people";

const fieldOf = (page: Page) => page.getByRole("banner").getByLabel(/^Search/);
const listOf = (page: Page) => page.getByRole("listbox", { name: "Suggestions" });

/** The questions that a page asks from now on. */
function watchQuestions(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/search/suggestions") asked.push(searchParams.get("q") ?? "");
  });
  return asked;
}

test("the search field suggests while one types; the keys choose, Escape closes, Enter follows", async ({
  page,
  cast,
  site,
  expectAccessible,
}) => {
  const { json } = await cast.owner.browser.api("POST", "/events/submit", { ...GOOD_EVENT, title: "Alpine Days" });
  site.database.prepare("UPDATE events SET status = 'approved' WHERE id = ?").run(Number(json.data.doc._id));
  const asked = watchQuestions(page);
  await page.goto("/about-us");
  const field = fieldOf(page);
  await field.focus();
  await expect(field).toHaveAttribute("aria-expanded", "false");
  await field.pressSequentially("alpine");
  const list = listOf(page);
  const lines = list.getByRole("option");
  await expect(lines).toHaveText([/^1972 Alpine A110.*Olga Owner/, /^Alpine Days/, "See all results for “alpine”"]);
  expect(asked).toEqual(["alpine"]);
  await expect(list.getByRole("group")).toHaveCount(2);
  await expect(list.getByRole("group", { name: "Events" }).getByRole("option")).toHaveCount(1);
  await expect(page.getByText("2 suggestions for “alpine”")).toBeAttached();
  await expectAccessible(page);

  const chosen = list.getByRole("option", { selected: true });
  await field.press("ArrowDown");
  await expect(chosen).toHaveText(/Alpine A110/);
  await expect(field).toHaveAttribute("aria-activedescendant", (await chosen.getAttribute("id")) ?? "");
  await field.press("ArrowUp");
  await expect(chosen).toHaveCount(0);
  await field.press("ArrowUp");
  await expect(chosen).toHaveText(/^See all results/);
  await expect(field).toBeFocused();

  await field.press("Escape");
  await expect(list).toBeHidden();
  await expect(field).toHaveAttribute("aria-expanded", "false");
  await expect(field).toHaveValue("alpine");
  await field.press("Backspace");
  await expect(list).toBeVisible();
  await field.press("ArrowDown");
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(page).toHaveURL(`/events/${json.data.doc._id}`);
  await expect(list).toBeHidden();
});

test("a press follows a line; Tab leaves the field and closes the list", async ({ page, cast }) => {
  await page.goto("/about-us");
  const field = fieldOf(page);
  await field.pressSequentially("olga");
  await expect(listOf(page)).toBeVisible();
  await field.press("Tab");
  await expect(listOf(page)).toBeHidden();
  await field.press("End");
  await field.pressSequentially(" o");
  await listOf(page).getByRole("option", { name: "Olga Owner's garage" }).first().click();
  await expect(page).toHaveURL(`/garages/${cast.owner.garageId}`);
  await expect(listOf(page)).toBeHidden();
});

test("a slow answer never comes after a newer one", async ({ page }) => {
  await page.goto("/about-us");
  const field = fieldOf(page);
  const slow = gate();
  await page.route(/suggestions\?q=olga$/, async (route) => {
    await slow.opened;
    await route.continue().catch(() => undefined);
  });
  const first = page.waitForRequest(/suggestions\?q=olga$/);
  await field.pressSequentially("olga");
  await first;
  await field.fill("alpine");
  const last = listOf(page).getByRole("option").last();
  await expect(last).toHaveText("See all results for “alpine”");
  slow.open();
  await page.unroute(/suggestions\?q=olga$/);
  await expect(last).toHaveText("See all results for “alpine”");
});

test("where the network fails, or there is nothing, the field is as plain as ever", async ({ page, allowTrouble }) => {
  allowTrouble(/net::ERR_FAILED/);
  await page.goto("/about-us");
  const field = fieldOf(page);
  await page.route("**/search/suggestions*", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed");
  await field.pressSequentially("olga");
  await failed;
  await page.unroute("**/search/suggestions*");
  const answered = page.waitForResponse(/suggestions\?q=zzz/);
  await field.fill("zzz nothing");
  await (await answered).finished();
  await expect(listOf(page)).toBeHidden();
  await field.press("Enter");
  await expect(page).toHaveURL("/search?q=zzz+nothing");
  await expect(page.getByText("No results found for your query.")).toBeVisible();
});
