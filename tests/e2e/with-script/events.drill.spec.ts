import { publishEvent, submitEvent } from "../../support/good-event";
import { become, expect, expectAccessible, test } from "../fixtures";

test("a reason is entered in a dialog; the page behind shows the result", async ({ page, site }) => {
  const admin = await site.signUpAdmin();
  const title = "Scripted Meet";
  await submitEvent(await site.signUp("Ada Driver"), { title });
  await become(page, admin);
  const dialog = page.getByRole("dialog");

  await page.goto("/admin/events");
  await page.getByRole("link", { name: `Reject ${title}` }).click();
  await dialog.getByLabel("Reason").fill("Who organises it?");
  await dialog.getByRole("button", { name: "Reject event" }).click();
  await expect(page.getByText("Event has been rejected.").first()).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/events(#pending-\d+)?$/);
  await expect(page.getByRole("heading", { name: title })).toHaveCount(0);

  // Other specs on this server fill the usual day.
  const day = { startDate: "2031-05-20", endDate: "2031-05-20" };
  await page.goto(`/events/${await publishEvent(admin, admin, { title, ...day })}`);
  await page.getByRole("link", { name: `Cancel event ${title}` }).click();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Reason").fill("The field is under water.");
  await dialog.getByRole("button", { name: "Cancel event" }).click();
  await expect(page.getByText("Event cancelled. We notify all attendees.").first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("The field is under water.")).toBeVisible();
  await expect(page.getByRole("link", { name: /Cancel event/ })).toHaveCount(0);
  await expectAccessible(page);
});

test("the end follows the start by two hours, until it is chosen", async ({ page, site }) => {
  await become(page, await site.signUp("Erin Early"));
  await page.goto("/events/submit");
  const [start, end] = [page.getByLabel("Starts"), page.getByLabel("Ends")];
  await start.fill("2031-05-01T10:00");
  await start.blur();
  await expect(end).toHaveValue("2031-05-01T12:00");
  await start.fill("2031-05-01T23:00");
  await start.blur();
  await expect(end).toHaveValue("2031-05-02T01:00");
  await end.fill("2031-05-03T18:00");
  await start.fill("2031-05-02T09:00");
  await start.blur();
  await expect(end).toHaveValue("2031-05-03T18:00");
});
