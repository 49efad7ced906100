import type { Page } from "@playwright/test";
import { become, expect, hold, test } from "./people";
import { fillVehicle, gallery, jpeg, jpegs, tooLarge } from "./tray";

const photos = (count: number) => jpegs(...Array.from({ length: count }, (_, at) => `photo ${at + 1}`));

const field = (page: Page) => page.locator("main input[type=file]");

/** The requests that change something, as they go out; photos on their way to their form change nothing yet. */
function writes(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "GET" && !pathname.startsWith("/uploads")) sent.push(pathname);
  });
  return sent;
}

test("what would be refused is said at the field, and nothing is sent", async ({ page, cast }) => {
  await become(page, cast.owner);
  await page.goto(`${cast.vehicle}/photos`);
  const sent = writes(page);
  const pieces: string[] = [];
  page.on("request", (request) => void (request.method() === "PATCH" && pieces.push(request.url())));
  const add = page.getByRole("button", { name: "Add photos" });
  await add.click();
  await expect(page.getByRole("alert")).toHaveText("There is a problemPlease select at least one photo to upload.");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(field(page)).toHaveAttribute("aria-invalid", "true");
  await expect(field(page)).toHaveAccessibleDescription(/Please select at least one photo to upload\./);

  await field(page).setInputFiles(tooLarge("wall.png"));
  await expect(field(page)).toHaveAccessibleDescription(/wall\.png \(20\.0 MB\) ?“wall\.png” is larger than 20 MB\./);
  await add.click();
  await expect(page.getByRole("alert")).toHaveText("There is a problemPlease select at least one photo to upload.");
  expect([...sent, ...pieces]).toEqual([]);

  await field(page).setInputFiles(await photos(1));
  await expect(field(page)).not.toHaveAttribute("aria-invalid", "true");
});

test("a form with photos takes no second press, and leads to the new photos", async ({ page, cast }) => {
  await become(page, cast.owner);
  await page.goto("/vehicles/new");
  await fillVehicle(page);
  await field(page).setInputFiles(await photos(2));
  await expect(page.getByText("· ready")).toHaveCount(2);
  const sent = writes(page);
  const letGo = await hold(page, "**/vehicles/new.data*");
  await page.getByRole("button", { name: "Add vehicle" }).click();
  await page.getByRole("button", { name: "Adding…" }).click({ force: true });
  letGo();
  await expect(page).toHaveURL(/\/vehicles\/\d+$/);
  expect(sent).toEqual(["/vehicles/new.data"]);
  await expect(page.getByText("Your vehicle is in the garage.")).toBeVisible();
  await expect(gallery(page)).toHaveCount(2);

  await field(page).setInputFiles(await photos(3));
  await page.getByRole("button", { name: "Add photos" }).click();
  await expect(page.getByText("3 photos added.")).toBeVisible();
  await expect(gallery(page)).toHaveCount(5);
  await expect(page).toHaveURL(/#photo-\d+$/);
  await expect.poll(() => field(page).evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0);
});

test("an upload that fails says why and keeps the form as it was", async ({ page, cast, allowTrouble }) => {
  allowTrouble(/Failed to load resource/);
  await become(page, cast.owner);
  await page.goto("/vehicles/new");
  await page.getByLabel("Make").fill("Renault");
  await page.getByLabel("Year").fill("1965");
  const files = await photos(1);
  await field(page).setInputFiles(files);
  const add = page.getByRole("button", { name: "Add vehicle" });
  await add.click();
  await expect(page.getByRole("alert")).toContainText("Make, Model, and Year are required.");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByLabel("Model")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Model").fill("R8");

  await page.route("**/vehicles/new.data*", (route) => route.abort());
  await add.click();
  await expect(page.getByRole("alert")).toHaveText("There is a problemFailed to add vehicle. Please try again.");
  await page.unroute("**/vehicles/new.data*");
  // Only the server sees that it is damaged.
  const broken = jpeg("broken.jpg", Buffer.from("\xff\xd8\xff no photo", "latin1"));
  await field(page).setInputFiles([broken]);
  await expect(field(page)).toHaveAccessibleDescription(
    /“broken\.jpg” is damaged and cannot be read\. Please choose another file\./,
  );
  await expect(page.getByRole("list", { name: "Chosen photos" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByLabel("Make")).toHaveValue("Renault");
  await expect(page.getByLabel("Model")).toHaveValue("R8");
  await expect(page.getByLabel("Year")).toHaveValue("1965");

  await page.goto(`${cast.vehicle}/photos`);
  await field(page).setInputFiles(files);
  await page.route("**/photos.data*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: "Add photos" }).click();
  await expect(page.getByRole("alert")).toHaveText("There is a problemUpload failed. Please try again.");
});
