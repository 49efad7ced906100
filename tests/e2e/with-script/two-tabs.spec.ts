import type { Page } from "@playwright/test";
import { type EditForm, editForms } from "../../support/edit-forms";
import { become, expect, test } from "./people";

/** `name-2`: the second field of this name. */
function fieldOf(page: Page, [name]: [string, string]) {
  const [, of = name, place = "1"] = /^(name|value)-(\d)$/.exec(name) ?? [];
  return page.locator(`main [name="${of}"]`).nth(Number(place) - 1);
}

/** The chosen one of radio buttons. */
const chosenField = (page: Page, change: [string, string]) =>
  change[0] === "rating" ? page.locator("main [name=rating]:checked") : fieldOf(page, change);

async function fill(page: Page, change: [string, string]) {
  const field = fieldOf(page, change);
  if (await field.evaluate((element) => element.tagName === "SELECT")) await field.selectOption(change[1]);
  else if ((await field.getAttribute("type")) === "radio")
    await page.locator("label", { has: page.locator(`[name="${change[0]}"][value="${change[1]}"]`) }).click();
  else await field.fill(change[1]);
}

async function save(page: Page, { path, intent }: EditForm) {
  const form = page.locator(
    `main form[method=post]:has([name=revision])${intent ? `:has([name=intent][value=${intent}])` : ""}`,
  );
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === "POST" && response.url().includes(path)),
    form.evaluate((element: HTMLFormElement) => element.requestSubmit()),
  ]);
}

test("an older form of every kind writes nothing, keeps typed text, shows the saved one, and saves the second time", async ({
  page,
  visitor,
  site,
}) => {
  for (const form of await editForms(site)) {
    await test.step(form.name, async () => {
      const { user, path, first, second, displayText = first[1] } = form;
      for (const tab of [page, visitor]) {
        await become(tab, tab === visitor ? (form.secondUser ?? user) : user);
        await tab.goto(path);
        for (const closed of await tab.locator("main details:not([open]) > summary").all()) await closed.click();
      }
      await fill(page, first);
      await save(page, form);
      await fill(visitor, second);
      await save(visitor, form);
      await expect(visitor.getByRole("alert")).toContainText("This was changed while you were editing.");
      await expect(visitor.locator("[id$='-error']")).toHaveText(`Saved meanwhile: ${displayText}`);
      await expect(chosenField(visitor, second)).toHaveValue(second[1]);
      await save(visitor, form);
      await expect(visitor.getByRole("alert")).toHaveCount(0);
      await visitor.goto(path);
      for (const closed of await visitor.locator("main details:not([open]) > summary").all()) await closed.click();
      await expect(chosenField(visitor, second)).toHaveValue(second[1]);
    });
  }
});

test("what another form of the page loads anew is no reason to overwrite", async ({ page, visitor, site }) => {
  const forms = await editForms(site);
  const { user, path } = forms.find(({ name }) => name === "captions")!;
  for (const tab of [page, visitor]) {
    await become(tab, user);
    await tab.goto(path);
  }
  // A caption is drawn before it is saved.
  const saveAll = (tab: Page) =>
    Promise.all([
      tab.waitForResponse((response) => response.request().method() === "POST"),
      tab.getByRole("button", { name: "Save all" }).last().click(),
    ]);
  const caption = (tab: Page) => tab.locator("main [name^=caption-]").first();
  await caption(page).fill("Saved by the first");
  await saveAll(page);
  await expect(page.getByRole("img", { name: "Saved by the first" })).toBeVisible();
  await caption(visitor).fill("Typed by the second");
  // Reloads the page.
  await visitor.getByRole("button", { name: "Move photo 1 later" }).click();
  await expect(visitor.getByText("Photo moved.")).toBeVisible();
  await saveAll(visitor);
  await expect(visitor.getByText("Saved meanwhile: Saved by the first").last()).toBeVisible();
  await saveAll(visitor);
  await expect(visitor.getByRole("img", { name: "Typed by the second" })).toBeVisible();
  await visitor.reload();
  const last = visitor.locator("main [name^=caption-]").nth(1);
  await expect(last).toHaveValue("Typed by the second");
});

test("a draft is saved only if nothing was saved meanwhile", async ({ page, visitor, site }) => {
  const [form] = await editForms(site);
  const { user, path } = form!;
  await become(page, user);
  await page.goto(path);
  await page.locator("[name=story]").fill("A draft of the story.");
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("draft:"))))
    .toBe(true);
  await page.goto("about:blank");
  await become(visitor, user);
  await visitor.goto(path);
  await visitor.locator("[name=story]").fill("The saved story.");
  await save(visitor, form!);
  await page.goto(path);
  await page.getByRole("button", { name: "Restore your draft" }).click();
  await expect(page.locator("[name=story]")).toHaveValue("A draft of the story.");
  await save(page, form!);
  await expect(page.getByText("Saved meanwhile: The saved story.").last()).toBeVisible();
});
