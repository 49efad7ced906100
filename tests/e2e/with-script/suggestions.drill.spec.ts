import type { Page } from "@playwright/test";
import { publishEvent } from "../../support/good-event";
import { allowTrouble, expect, expectAccessible, hold, test } from "./people";

const fieldOf = (page: Page) => page.getByRole("banner").getByLabel(/^Search/);
const listOf = (page: Page) => page.getByRole("listbox", { name: "Suggestions" });

function watchQuestions(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/search/suggestions") requests.push(searchParams.get("q") ?? "");
  });
  return requests;
}

test("the search suggests while one types; keys choose, Escape closes, Enter follows", async ({ page, cast, site }) => {
  const event = await publishEvent(cast.owner, await site.signUpAdmin(), { title: "Alpine Days" });
  site.run("DELETE FROM vehicles WHERE '/vehicles/' || id <> ?", cast.vehicle);
  const requests = watchQuestions(page);
  await page.goto("/about-us");
  const field = fieldOf(page);
  await field.focus();
  await expect(field).toHaveAttribute("aria-expanded", "false");
  await field.pressSequentially("alpine");
  const list = listOf(page);
  const lines = list.getByRole("option");
  await expect(lines).toHaveText([/^1972 Alpine A110.*Olga Owner/, /^Alpine Days/, "See all results for “alpine”"]);
  expect(requests).toEqual(["alpine"]);
  await expect(list.getByRole("group")).toHaveCount(2);
  await expect(list.getByRole("group", { name: "Events" }).getByRole("option")).toHaveCount(1);
  await expect(page.getByText("2 suggestions for “alpine”")).toBeAttached();
  await expectAccessible(page);

  const selectedOption = list.getByRole("option", { selected: true });
  await field.press("ArrowDown");
  await expect(selectedOption).toHaveText(/Alpine A110/);
  await expect(field).toHaveAttribute("aria-activedescendant", (await selectedOption.getAttribute("id")) ?? "");
  await field.press("ArrowUp");
  await expect(selectedOption).toHaveCount(0);
  await field.press("ArrowUp");
  await expect(selectedOption).toHaveText(/^See all results/);
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
  await expect(page).toHaveURL(`/events/${event}`);
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

test("a late response never replaces a newer one", async ({ page }) => {
  await page.goto("/about-us");
  const field = fieldOf(page);
  const letGo = await hold(page, /suggestions\?q=olga$/);
  const first = page.waitForRequest(/suggestions\?q=olga$/);
  await field.pressSequentially("olga");
  await first;
  await field.fill("alpine");
  const last = listOf(page).getByRole("option").last();
  await expect(last).toHaveText("See all results for “alpine”");
  letGo();
  await page.unroute(/suggestions\?q=olga$/);
  await expect(last).toHaveText("See all results for “alpine”");
});

test("without network or matches, the field is a plain one", async ({ page }) => {
  allowTrouble(/net::ERR_FAILED/);
  await page.goto("/about-us");
  const field = fieldOf(page);
  await page.route("**/search/suggestions*", (route) => route.abort());
  const failedRequest = page.waitForEvent("requestfailed");
  await field.pressSequentially("olga");
  await failedRequest;
  await page.unroute("**/search/suggestions*");
  const response = page.waitForResponse(/suggestions\?q=zzz/);
  await field.fill("zzz nothing");
  await (await response).finished();
  await expect(listOf(page)).toBeHidden();
  await field.press("Enter");
  await expect(page).toHaveURL("/search?q=zzz+nothing");
  await expect(page.getByText("No results found for your query.")).toBeVisible();
});

test("the calendar's field for a town offers towns while one types", async ({ page }) => {
  await page.goto("/events?near=Reims");
  const near = page.getByLabel("Near");
  await near.focus();
  const response = page.waitForResponse(/places\/suggestions\?q=Covent$/);
  await near.fill("Covent");
  await response;
  const options = page.locator(`datalist[id="${await near.getAttribute("list")}"] option`);
  await expect(options.and(page.locator('[value="Coventry, United Kingdom"]'))).toHaveCount(1);
  // As chosen from the list.
  await near.fill("Coventry, United Kingdom");
  await near.press("Enter");
  await expect(page.getByText("within 100 km of Coventry, United Kingdom")).toBeVisible();
});
