import { become, expect, test } from "../fixtures";

test("the preview follows the typed name and colour, and the picker fills the field", async ({ page, site }) => {
  await become(page, await site.signUpAdmin());
  await page.goto("/admin/site");
  const accent = page.locator("[name=accent]");
  const picker = page.getByLabel("Choose the accent colour");
  const [light, dark] = [page.locator("figure").first(), page.locator("figure").last()];
  const button = light.locator(".button-primary");
  const height = () => light.evaluate((figure) => figure.getBoundingClientRect().height);
  await expect(picker).toHaveValue("#c2310f");
  await expect(light.locator("figcaption")).toHaveText("Light mode. Contrast 5.1 : 1, enough");
  const before = await height();

  await accent.fill("#FFD400");
  await expect(light.locator("figcaption")).toHaveText("Light mode. Contrast 1.3 : 1. At least 4.5 : 1 is needed.");
  await expect(dark.locator("figcaption")).toHaveText("Dark mode. Contrast 11.5 : 1, enough");
  await expect(picker).toHaveValue("#ffd400");
  await accent.fill("#0b5f");
  await expect(button).toHaveCSS("background-color", "rgb(255, 212, 0)");

  await picker.fill("#0b2a66");
  await expect(accent).toHaveValue("#0b2a66");
  await expect(button).toHaveCSS("background-color", "rgb(11, 42, 102)");
  await accent.fill("");
  await expect(picker).toHaveValue("#c2310f");
  await expect(dark.locator(".button-primary")).toHaveCSS("background-color", "rgb(255, 122, 89)");

  await page.locator("[name=name]").fill("The very long name of a motor club here");
  await expect(light).toContainText("The very long name of a motor club here");
  expect(await height()).toBe(before);
});

test("the messages of a refused colour stay while one looks for the field", async ({ page, site }) => {
  await become(page, await site.signUpAdmin());
  await page.goto("/admin/site");
  await page.locator("[name=accent]").fill("#ffd400");
  await page.locator("[name=terms]").fill("Typed terms");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Texts" }).click();
  await expect(page.getByRole("heading", { name: "Texts" })).toBeFocused();
  await page.getByRole("alert").getByRole("link").click();
  await expect(page.locator("[name=accent]")).toBeFocused();
  await expect(page.locator("#field-accent-error")).toBeInViewport();
  await expect(page.locator("[name=terms]")).toHaveValue("Typed terms");
});
