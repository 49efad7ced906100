import { jpegWithExif } from "../support/images";
import { signUpWithGarage } from "../support/members";
import { become, expect, expectFits, test } from "./fixtures";

test("a build log is kept: an entry with a picture and parts, a mistake, a change, a second step", async ({
  page,
  site,
  scripted,
  visitor,
}) => {
  const owner = await signUpWithGarage(site, "Bo Builder");
  const { location: vehicle } = await owner.browser.submit("/vehicles/new", { make: "Saab", model: "99", year: 1978 });
  await become(page, owner);
  const field = (name: string) => page.locator(`main [name="${name}"]`);
  const fits = () => expectFits(page);

  await test.step("from the vehicle's page to the form; only a modification has an area", async () => {
    await page.goto(vehicle);
    await page.locator("main").getByRole("link", { name: "+ Add to the build log" }).first().click();
    await expect(page).toHaveURL(`${vehicle}/build/new`);
    await expect(field("area")).toBeHidden();
    await field("kind").selectOption("Modification");
    await expect(field("area")).toBeVisible();
    await fits();
  });

  await test.step("another part, with all that was typed before", async () => {
    await field("date").fill("2024-03-14");
    await field("text").fill("Out with the old springs.\n\nIn with the new.");
    await field("parts[0][name]").fill("Springs");
    await field("parts[0][url]").fill("ftp://springs.example");
    await expect(field("parts[3][name]")).toBeHidden();
    await page.getByRole("button", { name: "Add another part" }).click();
    if (scripted) await expect(field("parts[3][name]")).toBeFocused();
    await field("parts[3][name]").fill("Bump stops");
    await expect(field("text")).toHaveValue("Out with the old springs.\n\nIn with the new.");
    await expect(field("kind")).toHaveValue("Modification");
  });

  await test.step("what is wrong is said, and nothing is lost", async () => {
    await field("area").selectOption("Suspension");
    await field("cost").fill("1240.50");
    await field("currency").selectOption("GBP");
    await page.getByRole("button", { name: "Add to the build log" }).click();
    await expect(page.getByRole("alert")).toContainText("Please give the entry a title.");
    await expect(field("parts[0][url]")).toHaveAccessibleDescription(/begins with https/);
    await expect(field("parts[3][name]")).toHaveValue("Bump stops");
    await expect(field("currency")).toHaveValue("GBP");
    await fits();
  });

  await test.step("then it is there, with its picture and its parts", async () => {
    await field("title").fill("Lowered by an inch");
    await field("parts[0][url]").fill("https://springs.example/99");
    await page.locator("main input[type=file]").setInputFiles({
      name: "springs.jpg",
      mimeType: "image/jpeg",
      buffer: await jpegWithExif({ width: 900, height: 600 }),
    });
    await page.getByRole("button", { name: "Add to the build log" }).click();
    await expect(page).toHaveURL(/\/build\/\d+$/);
    await expect(page.getByText("Added to the build log!")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lowered by an inch");
    await expect(page.getByText("Only you can see this.")).toBeVisible();
    await expect(page.getByRole("link", { name: "springs.example" })).toHaveAttribute("rel", /nofollow ugc/);
    await expect(page.locator("main .mosaic img")).toHaveCount(1);
    await fits();
  });

  const entry = new URL(page.url()).pathname;

  await test.step("a visitor finds it on the vehicle's page and in the log, without the cost", async () => {
    await visitor.goto(vehicle);
    await expect(visitor.getByRole("row", { name: /Suspension/ })).toContainText("Lowered by an inch");
    await visitor.getByRole("link", { name: "All 1 entry" }).click();
    await expect(visitor.getByRole("heading", { name: "2024" })).toBeVisible();
    await visitor.getByRole("link", { name: "Lowered by an inch" }).click();
    await expect(visitor).toHaveURL(entry);
    await expect(visitor.getByText("In with the new.")).toBeVisible();
    await expect(visitor.getByText("1,240")).toHaveCount(0);
    await expect(visitor.getByRole("link", { name: "Edit entry" })).toHaveCount(0);
    await expect(visitor.getByRole("link", { name: /^Report/ })).toBeVisible();
  });

  await test.step("the owner changes it and its picture, and sees the sum", async () => {
    await page.getByRole("link", { name: "Edit entry" }).click();
    await expect(field("parts[1][name]")).toHaveValue("Bump stops");
    await fits();
    await page.getByLabel("Caption").fill("The old ones");
    await page.getByRole("button", { name: "Save all" }).last().click();
    await expect(page.getByText("Photos saved.")).toBeVisible();
    await field("title").fill("Lowered by two inches");
    await page.getByRole("button", { name: "Save entry" }).click();
    await expect(page.getByText("Entry updated successfully!")).toBeVisible();
    await expect(page).toHaveURL(entry);
    await expect(page.getByAltText("The old ones")).toBeVisible();
    await page.locator("main").getByRole("link", { name: "build log", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Spent so far" })).toBeVisible();
    await fits();
  });

  await test.step("and deletes it after a second step", async () => {
    await page.getByRole("link", { name: "Lowered by two inches" }).click();
    await page.getByRole("link", { name: "Delete entry" }).click();
    await page.getByRole("button", { name: "Delete entry" }).click();
    await expect(page).toHaveURL(`${vehicle}/build`);
    await expect(page.getByText("Entry deleted successfully.")).toBeVisible();
    await expect(page.getByText("No entries yet.")).toBeVisible();
  });
});
