import type { Page } from "@playwright/test";
import { become, expect, expectAccessible, hold, test } from "./people";

const drafts = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith("draft:")));

const texts = async (page: Page) => (await drafts(page)).map(([, draft]) => draft).join();

test("typed text is offered in a newly opened form, to that user only, and deleted once sent", async ({
  page,
  cast,
}) => {
  await become(page, cast.owner);
  await page.goto("/vehicles/new");
  await page.getByLabel("Make").fill("Matra");
  await page.getByLabel("Description").fill("Three seats abreast.");
  await expect.poll(() => texts(page)).toContain("Three seats abreast.");
  await page.reload();
  const restore = page.getByRole("button", { name: "Restore your draft" });
  await expect(restore).toBeVisible();
  await expect(page.getByText("You were writing here a moment ago.")).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel("Make")).toHaveValue("");
  await restore.click();
  await expect(page.getByLabel("Make")).toHaveValue("Matra");
  await expect(page.getByLabel("Make")).toBeFocused();
  await expect(page.getByLabel("Description")).toHaveValue("Three seats abreast.");
  await expect(restore).toHaveCount(0);

  // Stays after a refusal, goes after success, without a question.
  await page.getByRole("button", { name: "Add vehicle" }).click();
  await expect(page.getByRole("alert")).toContainText("Make, Model, and Year are required.");
  await page.getByRole("alert").getByRole("link", { name: /model/ }).click();
  await expect(page.getByLabel("Model")).toBeFocused();
  await expect(page.getByLabel("Make")).toHaveValue("Matra");
  expect(await texts(page)).toContain("Three seats abreast.");
  await page.getByLabel("Model").fill("Bagheera");
  await page.getByLabel("Year").fill("1974");
  await page.getByRole("button", { name: "Add vehicle" }).click();
  await expect(page).toHaveURL(/\/vehicles\/\d+$/);
  await expect.poll(() => drafts(page)).toEqual([]);
  await page.getByLabel("Your comment").fill("My own words.");
  await expect.poll(() => texts(page)).toContain("My own words.");
  await become(page, cast.fan);
  await page.reload();
  await page.getByLabel("Your comment").focus();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Bagheera");
  await expect(restore).toHaveCount(0);
});

test("leaving a changed form requires a confirmation, with the harmless choice in focus", async ({ page, cast }) => {
  await become(page, cast.fan);
  await page.goto(cast.vehicle);
  const field = page.getByLabel("Your comment");
  await field.fill("Is it for sale?");
  await expect.poll(() => texts(page)).toContain("Is it for sale?");
  const away = page.getByRole("contentinfo").getByRole("link", { name: "Tool Box" });
  await away.click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(dialog.getByRole("button", { name: "Stay" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(cast.vehicle);
  await expect(field).toHaveValue("Is it for sale?");
  await away.click();
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect(dialog).toHaveCount(0);
  await away.click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/toolbox");
  // The URL changes before the page.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tool Box");

  await page.goBack();
  await expect(page).toHaveURL(cast.vehicle);
  await page.getByRole("button", { name: "Restore your draft" }).click();
  await expect(field).toHaveValue("Is it for sale?");
  await page.getByRole("button", { name: "Post comment" }).click();
  await expect(page.getByText("Comment posted!")).toBeVisible();
  await expect(field).toHaveValue("");
  await expect.poll(() => drafts(page)).toEqual([]);
  await away.click();
  await expect(page).toHaveURL("/toolbox");
});

test("captions that are not saved are kept and asked for too, though their fields stand beside their form", async ({
  page,
  cast,
}) => {
  await become(page, cast.owner);
  const path = `${cast.vehicle}/photos`;
  await page.goto(path);
  const caption = page.getByLabel("Caption of photo 1");
  const before = await caption.inputValue();
  await caption.fill("Not saved yet.");
  await expect.poll(() => texts(page)).toContain("Not saved yet.");
  const back = page.getByRole("link", { name: "Back to the vehicle" });
  await back.click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect(caption).toHaveValue("Not saved yet.");
  await back.click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(cast.vehicle);
  await page.goto(path);
  await expect(caption).toHaveValue(before);
  await page.getByRole("button", { name: "Restore your draft" }).click();
  await expect(caption).toHaveValue("Not saved yet.");
  // Keep the typed text as a draft, under the same key.
  await page.getByRole("button", { name: "Move photo 1 later" }).click();
  await expect(page.getByText("Photo moved.")).toBeVisible();
  const movedCaption = page.getByLabel("Caption of photo 2");
  await expect(movedCaption).toHaveValue("Not saved yet.");
  const id = (await movedCaption.getAttribute("name"))?.replace("caption-", "");
  const storedValues = async () => JSON.parse((await drafts(page))[0]?.[1] ?? "{}").values;
  await expect.poll(storedValues).toMatchObject({ [`caption-${id}`]: "Not saved yet.", [`place-${id}`]: "2" });
  await page.getByRole("button", { name: "Move photo 2 earlier" }).click();
  await expect(caption).toHaveValue("Not saved yet.");
  await caption.fill(before);
  await page.getByRole("button", { name: "Save all" }).click();
  await expect.poll(() => drafts(page)).toEqual([]);
  const [first, second] = [page.getByLabel("Cover: photo 1"), page.getByLabel("Cover: photo 2")];
  await second.check();
  await back.click();
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect.poll(() => texts(page)).toContain('"cover"');
  await first.check();
  await back.click();
  await expect(page).toHaveURL(cast.vehicle);
});

test("a logout leaves no draft", async ({ page, site }) => {
  // New: other tests need their session.
  await become(page, await site.signUpWithGarage("Dirk Draft"));
  await page.goto("/vehicles/new");
  await page.getByLabel("Description").fill("It was a dark and stormy night.");
  await expect.poll(() => texts(page)).toContain("stormy");
  await page.reload();
  await expect(page.getByRole("button", { name: "Restore your draft" })).toBeVisible();
  await page.getByLabel("Description").fill("It was a calm and sunny day.");
  await page.locator("header summary").click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("link", { name: "Log in" }).first()).toBeVisible();
  await expect.poll(() => drafts(page)).toEqual([]);
});

const TAKEN = [
  { form: "a comment", at: "", fields: ["Your comment"], button: "Post comment", says: "Comment posted!" },
  {
    ...{ form: "a request", at: "/toolbox", fields: ["Subject", "Description"], button: "Send request" },
    says: "Your request has been sent to the pit crew.",
  },
];

for (const { form, at, fields, button, says } of TAKEN) {
  for (const moment of ["while it is on its way", "once it was taken"]) {
    test(`${form} leaves no draft where the script of drafts comes ${moment}`, async ({ page, cast }) => {
      await become(page, cast.fan);
      const address = at || cast.vehicle;
      const letScriptGo = await hold(page, "**/assets/draft-*.js");
      const letFormGo = await hold(page, (url) => url.pathname === `${address}.data`);
      await page.goto(address);
      const script = page.waitForRequest("**/assets/draft-*.js");
      for (const select of await page.locator("main select:required").all()) await select.selectOption({ index: 1 });
      for (const field of fields) await page.getByLabel(field).fill(`Typed once, sent once: ${moment}.`);
      const source = (await script).url();
      const scriptComes = async () => {
        letScriptGo();
        await page.evaluate((url) => import(url), source);
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      };
      await page.getByRole("button", { name: button }).click();
      if (moment === "while it is on its way") await scriptComes();
      letFormGo();
      await expect(page.getByText(says)).toBeVisible();
      if (moment === "once it was taken") await scriptComes();
      await page.goto(address);
      await page.getByLabel(fields[0]!).focus();
      expect(await drafts(page)).toEqual([]);
      await expect(page.getByRole("button", { name: "Restore your draft" })).toHaveCount(0);
    });
  }
}

test("a form refused before the script of drafts has loaded is stored", async ({ page, cast }) => {
  await become(page, cast.owner);
  const letScriptGo = await hold(page, "**/assets/draft-*.js");
  await page.goto("/vehicles/new");
  await page.getByLabel("Description").fill("Refused, and not lost.");
  await page.getByRole("button", { name: "Add vehicle" }).click();
  await expect(page.getByRole("alert")).toContainText("Make, Model, and Year are required.");
  letScriptGo();
  await expect.poll(() => texts(page)).toContain("Refused, and not lost.");
});
