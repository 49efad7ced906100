import { hydrate } from "../../support/hydrate";
import { jpegWithExif } from "../../support/images";
import { become, expect, hold, test } from "./people";

test.use({ hydrated: false });

/** By extensions and browsers, before hydration. */
const CHANGES = {
  "a style first in the head": () => {
    const { nonce } = document.querySelector<HTMLElement>("[nonce]")!;
    document.head.prepend(Object.assign(document.createElement("style"), { nonce }));
  },
  "an element first and last in the body": () => {
    document.body.prepend(document.createElement("div"));
    document.body.append(document.createElement("div"));
  },
  "a number made a link": () => {
    const walker = document.createTreeWalker(document.querySelector("h1")!, NodeFilter.SHOW_TEXT);
    const text = walker.nextNode() as Text;
    const link = document.createElement("a");
    link.textContent = text.data;
    text.replaceWith(link);
  },
};

/** A client-side render is expected. */
const takeOver = (page: Parameters<typeof hydrate>[0]) =>
  hydrate(page).catch((error: Error) => {
    if (!error.message.includes("drawn anew")) throw error;
  });

for (const [name, change] of Object.entries(CHANGES)) {
  test(`${name}, before script comes: what is typed stays, and where`, async ({ page, cast }) => {
    const { owner, vehicle } = cast;
    await become(page, owner);
    const open = async (path: string) => {
      const letGo = await hold(page, "**/assets/*.js");
      await page.goto(path);
      await page.evaluate(change);
      return async () => {
        letGo();
        await takeOver(page);
        await page.unroute("**/assets/*.js");
      };
    };
    const fill = async (path: string, field: string) => {
      const goOn = await open(path);
      await page.locator(field).focus();
      await page.keyboard.insertText("Typed early.");
      await page.locator(field).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(2, 5));
      await goOn();
      await expect(page.locator(field)).toHaveValue("Typed early.");
      await expect(page.locator(field)).toBeFocused();
      const caret = (area: HTMLTextAreaElement) => [area.selectionStart, area.selectionEnd];
      expect(await page.locator(field).evaluate(caret)).toEqual([2, 5]);
    };
    await fill(vehicle, "form:not([hidden]) textarea[name=text] >> nth=0");
    await fill(`${vehicle}/edit`, "textarea[name=story]");
    const goOn = await open("/toolbox");
    await page.locator("select[name=category]").selectOption("Bug Report");
    await page.locator("select[name=category]").focus();
    await goOn();
    await expect(page.locator("select[name=category]")).toHaveValue("Bug Report");
    await expect(page.locator("select[name=category]")).toBeFocused();
    await page.locator("textarea[name=description]").fill("It works.");
    await page
      .getByRole("button", { name: /submit|send/i })
      .last()
      .click();
    await expect(page.getByText("Please fill out all fields.").first()).toBeVisible();
  });
}

/** Like Google's in Chrome: each text node is replaced by an element. */
const translate = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.data.trim() === "" || text.parentElement?.closest("script, style, textarea, option")) continue;
    const font = document.createElement("font");
    font.textContent = text.data.toUpperCase();
    text.replaceWith(font);
  }
};

test("after a browser's translation, words that change still change", async ({ page, cast }) => {
  await become(page, cast.fan);
  const open = async (path: string) => {
    await page.goto(path);
    await hydrate(page);
    await page.evaluate(translate);
  };
  const press = (name: string) => page.getByRole("button", { name }).click();
  await open(cast.vehicle);
  await press("LIKE");
  await expect(page.getByRole("button", { name: "Liked" })).toBeVisible();
  await press("FOLLOW");
  await expect(page.getByRole("button", { name: "Following" })).toBeVisible();
  await page.locator("main textarea[name=text]").fill("Translated.");
  await press("POST COMMENT");
  await expect(page.getByText("Translated.")).toBeVisible();
  await become(page, cast.owner);
  await open("/vehicles/new");
  const buffer = await jpegWithExif({ width: 900, height: 600 });
  await page.locator("input[type=file]").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
  await expect(page.getByText(/KB · ready/)).toBeVisible();
  await expect(page.getByText("Choose more photos")).toBeVisible();
});

test("a tick, a choice and a file stay when the page is rendered again", async ({ page, cast }) => {
  await become(page, cast.owner);
  const letGo = await hold(page, "**/assets/*.js");
  await page.goto(`/garages/${cast.owner.garageId}/edit`);
  await page.evaluate(CHANGES["a number made a link"]);
  const box = page.locator("input[type=checkbox]").first();
  const ticked = await box.isChecked();
  await box.setChecked(!ticked);
  letGo();
  await takeOver(page);
  expect(await page.evaluate(() => document.documentElement.hasAttribute("data-redrawn"))).toBe(true);
  expect(await page.locator("input[type=checkbox]").first().isChecked()).toBe(!ticked);
});
