import type { Page } from "@playwright/test";
import { signUpAdmin } from "../support/admins";
import { GOOD_EVENT } from "../support/good-event";
import { jpegWithExif } from "../support/images";
import { type Member, signUp } from "../support/members";
import { unfoldFilters } from "./filters";
import { expect, test } from "./fixtures";

async function logIn(page: Page, { browser }: Member, url: string): Promise<void> {
  await page.context().addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url })));
}

/** Nothing sticks out to the right. */
async function expectFits(page: Page): Promise<void> {
  const [content, screen] = await page
    .locator("html")
    .evaluate((html) => [html.scrollWidth, html.clientWidth] as [number, number]);
  expect(content, page.url()).toBeLessThanOrEqual(screen);
}

/** A day of its own: other walks on this server fill the usual one. */
const STARTS = "2031-05-20T17:00";
const ENDS = "2031-05-20T22:30";

async function fillIn(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption(GOOD_EVENT.category);
  await page.getByLabel("Starts").fill(STARTS);
  await page.getByLabel("Ends").fill(ENDS);
  await page.getByLabel("Location").fill(GOOD_EVENT.location);
  await page.getByLabel("Short description").fill(GOOD_EVENT.shortDescription);
}

test("submit, reject with a reason, resubmit, approve, find, cancel", async ({
  page,
  visitor,
  site,
  scripted,
  expectAccessible,
}) => {
  const ada = await signUp(site, "Ada Driver");
  const admin = await signUpAdmin(site);
  await logIn(page, ada, site.url);
  await logIn(visitor, admin, site.url);
  const title = scripted ? "Scripted Meet" : "Plain Meet";

  await test.step("a mistake keeps what was typed; then the event waits", async () => {
    await page.goto("/events");
    await page.getByRole("link", { name: "+ Submit an Event" }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Submit an event");
    await fillIn(page, title);
    await page.getByLabel("Ends").fill("2031-04-01T10:00");
    await page.getByRole("button", { name: "Submit event" }).click();
    await expect(page.getByRole("alert")).toContainText("The end must not be before the start.");
    await expect(page.getByLabel("Title")).toHaveValue(title);
    await page.getByLabel("Ends").fill(ENDS);
    const poster = {
      name: "poster.jpg",
      mimeType: "image/jpeg",
      buffer: await jpegWithExif({ width: 900, height: 600 }),
    };
    await page.getByLabel("Picture").setInputFiles(poster);
    await expectFits(page);
    await page.getByRole("button", { name: "Submit event" }).click();
    await expect(page.getByText("Event submitted for review. Thank you!").first()).toBeVisible();
    await expect(page.getByText("Pending review")).toBeVisible();
    await expectFits(page);
  });

  await test.step("an admin turns it down", async () => {
    await visitor.goto("/admin/events");
    await expectFits(visitor);
    await visitor.getByRole("link", { name: `Reject ${title}` }).click();
    if (scripted) await expect(visitor.getByRole("dialog")).toBeVisible();
    else await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(`Reject “${title}”?`);
    await visitor.getByLabel("Reason").fill("Who organises it?");
    await visitor.getByRole("button", { name: "Reject event" }).click();
    await expect(visitor.getByText("Event has been rejected.").first()).toBeVisible();
    await expect(visitor).toHaveURL(/\/admin\/events(#pending-\d+)?$/);
    await expect(visitor.getByRole("heading", { name: title })).toHaveCount(0);
  });

  await test.step("the submitter reads why, and submits it again", async () => {
    await page.goto("/events/mine");
    await expect(page.getByText("Who organises it?")).toBeVisible();
    await page.getByRole("link", { name: `Edit and resubmit ${title}` }).click();
    await page.getByLabel("Full description").fill("The Goodwood club does.");
    await page.getByRole("button", { name: "Resubmit event" }).click();
    await expect(page.getByText("Event submitted for review. Thank you!").first()).toBeVisible();
  });

  await test.step("an admin makes it live", async () => {
    await visitor.goto("/admin");
    await visitor.getByRole("link", { name: `Approve ${title}` }).click();
    if (scripted) await expect(visitor.getByRole("dialog")).toBeVisible();
    await visitor.getByRole("button", { name: "Approve event" }).click();
    await expect(visitor.getByText("Event approved and is now live.").first()).toBeVisible();
    await expect(visitor).toHaveURL(/\/admin(#pending-\d+)?$/);
  });

  await test.step("everybody finds it, in the list and in the month", async () => {
    await page.goto("/events");
    await unfoldFilters(page);
    await page.getByRole("search", { name: "Events" }).getByLabel("Title").fill(title.toUpperCase());
    // With script the list follows by itself.
    if (!scripted) await page.getByRole("search", { name: "Events" }).getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/title=/);
    await expect(page.locator("main article h3")).toHaveText([title]);
    await page.goto("/events?view=month&month=2031-04");
    await page.getByRole("link", { name: /Next/ }).click();
    await expect(page.getByRole("heading", { name: "May 2031" })).toBeVisible();
    await expectFits(page);
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByText("The Goodwood club does.")).toBeVisible();
    await expectFits(page);
  });

  await test.step("its submitter cancels it, which it says itself", async () => {
    await page.getByRole("link", { name: `Cancel event ${title}` }).click();
    if (scripted) await expect(page.getByRole("dialog")).toBeVisible();
    else await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Cancel “${title}”?`);
    await expectFits(page);
    if (scripted) await expectAccessible(page);
    await page.getByLabel("Reason").fill("The field is under water.");
    await page.getByRole("button", { name: "Cancel event" }).click();
    await expect(page.getByText("Event cancelled. Everybody who goes is told.").first()).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByText("This event has been cancelled.")).toBeVisible();
    await expect(page.getByText("The field is under water.")).toBeVisible();
    await expect(page.getByRole("link", { name: /Cancel event/ })).toHaveCount(0);
    await expectFits(page);
    if (scripted) await expectAccessible(page);
    await page.goto("/events?view=month&month=2031-05");
    await expect(page.getByRole("link", { name: `Cancelled: ${title}` })).toBeVisible();
  });
});
