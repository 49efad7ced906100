import type { Page } from "@playwright/test";
import { jpegWithExif } from "../../support/images";
import { expect, gate, test } from "./people";
import { tooLarge } from "./tray";

/** Real photos as a file input takes them. */
async function jpegs(count: number) {
  const buffer = await jpegWithExif({ width: 900, height: 600 });
  return Array.from({ length: count }, (_, at) => ({ name: `photo ${at + 1}.jpg`, mimeType: "image/jpeg", buffer }));
}

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

test("what would be refused is said at the field, and nothing is sent", async ({ page, cast, logIn }) => {
  await logIn(page, cast.owner);
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

  await field(page).setInputFiles(await jpegs(1));
  await expect(field(page)).not.toHaveAttribute("aria-invalid", "true");
});

test("the upload shows how far it is, takes no second press, and leads to the new photos", async ({
  page,
  cast,
  logIn,
}) => {
  await logIn(page, cast.owner);
  await page.goto("/vehicles/new");
  await page.getByLabel("Make").fill("Renault");
  await page.getByLabel("Model").fill("R8");
  await page.getByLabel("Year").fill("1965");
  await field(page).setInputFiles(await jpegs(2));
  await expect(page.getByText("· ready")).toHaveCount(2);
  const sent = writes(page);
  const answer = gate();
  await page.route("**/api/v1/vehicles", async (route) => {
    await answer.opened;
    await route.continue();
  });
  await page.getByRole("button", { name: "Add vehicle" }).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expect(page.getByRole("progressbar")).toHaveAccessibleName(/Sending the photos…|All sent\./);
  await page.getByRole("button", { name: "Adding…" }).click({ force: true });
  answer.open();
  await expect(page).toHaveURL(/\/vehicles\/\d+$/);
  expect(sent).toEqual(["/api/v1/vehicles"]);
  await expect(page.getByText("Your vehicle is in the garage.")).toBeVisible();
  const gallery = page.locator("section:has(> div > #gallery) li");
  await expect(gallery).toHaveCount(2);

  await field(page).setInputFiles(await jpegs(3));
  await page.getByRole("button", { name: "Add photos" }).click();
  await expect(page.getByText("3 photos added.")).toBeVisible();
  await expect(gallery).toHaveCount(5);
  await expect(page).toHaveURL(/#photo-\d+$/);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  expect(await field(page).evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0);
});

test("an upload that fails says why and keeps the form as it was", async ({ page, cast, logIn, allowTrouble }) => {
  allowTrouble(/Failed to load resource/);
  await logIn(page, cast.owner);
  await page.goto("/vehicles/new");
  await page.getByLabel("Make").fill("Renault");
  await page.getByLabel("Year").fill("1965");
  const files = await jpegs(1);
  await field(page).setInputFiles(files);
  const add = page.getByRole("button", { name: "Add vehicle" });
  await add.click();
  await expect(page.getByRole("alert")).toContainText("Make, Model, and Year are required.");
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByLabel("Model")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Model").fill("R8");

  await page.route("**/api/v1/vehicles", (route) => route.abort());
  await add.click();
  await expect(page.getByRole("alert")).toHaveText("There is a problemFailed to add vehicle. Please try again.");
  await page.unroute("**/api/v1/vehicles");
  // Only the server sees that it is damaged.
  const broken = { name: "broken.jpg", mimeType: "image/jpeg", buffer: Buffer.from("\xff\xd8\xff no photo", "latin1") };
  await field(page).setInputFiles([broken]);
  await expect(field(page)).toHaveAccessibleDescription(/“broken\.jpg” is damaged and cannot be read\./);
  await expect(page.getByRole("list", { name: "Chosen photos" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByLabel("Make")).toHaveValue("Renault");
  await expect(page.getByLabel("Model")).toHaveValue("R8");
  await expect(page.getByLabel("Year")).toHaveValue("1965");

  await page.goto(`${cast.vehicle}/photos`);
  await field(page).setInputFiles(files);
  await page.route("**/photos/upload", (route) => route.abort());
  await page.getByRole("button", { name: "Add photos" }).click();
  await expect(page.getByRole("alert")).toHaveText("There is a problemUpload failed. Please try again.");
});

test("an upload with a session that has died keeps the form, and leads to the login", async ({
  page,
  cast,
  logIn,
  site,
}) => {
  const { owner } = cast;
  await logIn(page, owner);
  await page.goto(`${cast.vehicle}/photos`);
  await field(page).setInputFiles(await jpegs(1));
  await expect(page.getByText(/· ready/)).toBeVisible();
  site.database.prepare("delete from sessions where user_id = ?").run(Number(owner.id));
  await page.getByRole("button", { name: "Add photos" }).click();
  await expect(page.getByText("Nothing has been sent. What you chose and typed is still here.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Log in and come back" })).toBeVisible();
  await expect(page.getByText("photo 1.jpg", { exact: true })).toBeVisible();
  await owner.browser.api("POST", "/users/login", { email: owner.email, password: owner.password });
});
