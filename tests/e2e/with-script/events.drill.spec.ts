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

test("an event that repeats shows its dates while it is typed, and one date or all later ones are cancelled", async ({
  page,
  site,
}) => {
  const admin = await site.signUpAdmin();
  await become(page, admin);
  await page.goto("/events/submit");
  await page.getByLabel("Title").fill("Scripted Coffee");
  await page.getByLabel("Category").selectOption("Cars & Coffee");
  const start = `${new Date().getUTCFullYear() + 1}-01-20T09:00`;
  await page.getByLabel("Starts").fill(start);
  await page.getByLabel("Starts").blur();
  const weeks = page.getByLabel("Weeks from one date to the next");
  await expect(weeks).toBeHidden();
  await page.getByLabel("Repeats", { exact: true }).selectOption("Weekly");
  await expect(weeks).toBeVisible();
  await expect(page.getByLabel("Week of the month")).toBeHidden();
  await weeks.fill("2");
  await page.getByLabel("Or number of dates").fill("3");
  await expect(page.locator("fieldset li")).toHaveText([/ 20 January /, / 3 February /, / 17 February /]);
  await page.getByLabel("Or number of dates").fill("50");
  await weeks.fill("4");
  await expect(page.getByText("Dates can go two years ahead: 27 times at most.")).toBeVisible();
  await expectAccessible(page);
  await weeks.fill("2");
  await page.getByLabel("Or number of dates").fill("3");
  await page.getByLabel("Location").fill("Market Square, Reims, France");
  await page.getByLabel("Short description").fill("One cup.");
  await page.getByRole("button", { name: "Submit event" }).click();
  await expect(page.getByText("Event submitted for review. Thank you!").first()).toBeVisible();
  await page.getByRole("link", { name: "Scripted Coffee", exact: true }).click();
  await expect(page.getByText(/Repeats: Every 2 weeks on \w+, 3 times\./)).toBeVisible();
  await page.getByRole("link", { name: "Approve Scripted Coffee" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve event" }).click();
  await expect(page.getByText("Event approved and is now live.").first()).toBeVisible();
  await page.goto("/events?title=scripted+coffee");
  await expect(page.getByText("+ 2 dates")).toBeVisible();
  await page.getByRole("link", { name: "Scripted Coffee" }).click();
  await expectAccessible(page);
  await page.getByRole("link", { name: / 3 February / }).click();
  await page.getByRole("link", { name: "Cancel event Scripted Coffee" }).click();
  await page.getByRole("dialog").getByLabel("This and all later dates").check();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel event" }).click();
  await expect(page.getByText("Event cancelled. We notify all attendees.").first()).toBeVisible();
  await expect(page.locator("#more-dates s, section:has(#more-dates) s")).toHaveText([/ 17 February /]);
});
