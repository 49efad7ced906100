import type { Page } from "@playwright/test";
import { signUpAdmin } from "../../support/admins";
import { GOOD_EVENT } from "../../support/good-event";
import { jpegWithExif } from "../../support/images";
import { signUp } from "../../support/members";
import { become, expect, test } from "../fixtures";

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
  expectAccessible,
}) => {
  const ada = await signUp(site, "Ada Driver");
  const admin = await signUpAdmin(site);
  await become(page, ada);
  await become(visitor, admin);
  const title = "Scripted Meet";

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
    await page.getByRole("button", { name: "Submit event" }).click();
    await expect(page.getByText("Event submitted for review. Thank you!").first()).toBeVisible();
    await expect(page.getByText("Pending review")).toBeVisible();
  });

  await test.step("an admin turns it down", async () => {
    await visitor.goto("/admin/events");
    await visitor.getByRole("link", { name: `Reject ${title}` }).click();
    await expect(visitor.getByRole("dialog")).toBeVisible();
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
    await expect(visitor.getByRole("dialog")).toBeVisible();
    await visitor.getByRole("button", { name: "Approve event" }).click();
    await expect(visitor.getByText("Event approved and is now live.").first()).toBeVisible();
    await expect(visitor).toHaveURL(/\/admin(#pending-\d+)?$/);
  });

  await test.step("everybody finds it, in the list and in the month", async () => {
    await page.goto("/events");
    await page.getByRole("search", { name: "Events" }).getByLabel("Title").fill(title.toUpperCase());
    await expect(page).toHaveURL(/title=/);
    await expect(page.locator("main article h3")).toHaveText([title]);
    await page.goto("/events?view=month&month=2031-04");
    await page.getByRole("link", { name: /Next/ }).click();
    await expect(page.getByRole("heading", { name: "May 2031" })).toBeVisible();
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByText("The Goodwood club does.")).toBeVisible();
  });

  await test.step("its submitter cancels it, which it says itself", async () => {
    await page.getByRole("link", { name: `Cancel event ${title}` }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Reason").fill("The field is under water.");
    await page.getByRole("button", { name: "Cancel event" }).click();
    await expect(page.getByText("Event cancelled. Everybody who is going will be told.").first()).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByText("This event has been cancelled.")).toBeVisible();
    await expect(page.getByText("The field is under water.")).toBeVisible();
    await expect(page.getByRole("link", { name: /Cancel event/ })).toHaveCount(0);
    await expectAccessible(page);
    await page.goto("/events?view=month&month=2031-05");
    await expect(page.getByRole("link", { name: `Cancelled: ${title}` })).toBeVisible();
  });
});

test("an event that is over is asked about; a change of a live one is read before and after", async ({
  page,
  visitor,
  site,
}) => {
  const bea = await signUp(site, "Bea Driver");
  await become(page, bea);
  await become(visitor, await signUpAdmin(site));
  const title = "Scripted Past";

  await test.step("submit, with a wrong year first", async () => {
    await page.goto("/events/submit");
    await fillIn(page, title);
    await page.getByLabel("Starts").fill("2021-05-20T17:00");
    await page.getByLabel("Ends").fill("2021-05-20T22:30");
    await page.getByRole("button", { name: "Submit event" }).click();
    await expect(page.getByRole("alert")).toContainText("This event is over. Submit it all the same?");
    await expect(page.getByLabel("Title")).toHaveValue(title);
    await page.getByRole("button", { name: "Submit it all the same" }).click();
    await expect(page.getByText("Event submitted for review. Thank you!").first()).toBeVisible();
  });

  await test.step("once it is live, its change waits", async () => {
    site.database.prepare("UPDATE events SET status = 'approved' WHERE title = ?").run(title);
    await page.goto("/events/mine");
    await page.getByRole("link", { name: `Edit ${title}` }).click();
    await page.getByLabel("Short description").fill("Better words.");
    await page.getByRole("button", { name: "Save event" }).click();
    await expect(page.getByText("Change submitted for review. Thank you!").first()).toBeVisible();
    await expect(page.getByText("Your change is being reviewed")).toBeVisible();
  });

  await test.step("an admin reads both, and approves", async () => {
    await visitor.goto("/admin/events");
    const waiting = visitor.getByRole("article").filter({ hasText: title });
    await expect(waiting).toContainText(/Before.*Rear engines only.*After.*Better words\./);
    await waiting.getByRole("link", { name: `Approve ${title}` }).click();
    await visitor.getByRole("button", { name: "Approve change" }).click();
    await expect(visitor.getByText("Change approved and is now live.").first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole("main")).toContainText("Better words.");
    await expect(page.getByText("Your change is being reviewed")).toHaveCount(0);
  });
});
