import { drawQrCode } from "~/lib/qr-code.server";
import { become, expect, expectAccessible, print, test } from "../fixtures";

const pagesIn = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length;

test("rows are filled, moved and saved; the show sheet is one page with the vehicle's code", async ({ page, site }) => {
  const { browser, id: ownerId } = await site.signUpWithGarage("Sheila Sheet", "The Long Barn of Fine Old Machines");
  const car = { make: "Mercedes-Benz", model: "300 SL Gullwing Coupé with the Rudge wheels", year: 1955 };
  const { json } = await browser.api("POST", "/vehicles", car);
  const id: string = json.data.doc._id;
  await become(page, { browser });
  // Else the button's bar covers a row, then too small a target.
  await page.setViewportSize({ width: 1280, height: 1400 });

  await page.goto(`/vehicles/${id}/specs`);
  const name = (place: number) => page.getByLabel(`Name of row ${place}`, { exact: true });
  const value = (place: number) => page.getByLabel(`Value of row ${place}`, { exact: true });
  await name(1).fill("Power");
  await value(1).fill("215 hp");
  await name(2).fill("Engine");
  await value(2).fill("3.0 l straight six");
  await page.getByRole("button", { name: "motorcycle", exact: true }).click();
  await expect(page.getByText("Rows for a motorcycle have been added.")).toBeVisible();
  await expect(page.getByLabel("Name of row 8", { exact: true })).toHaveValue("Fork");
  await expect(value(1)).toHaveValue("215 hp");
  await page.getByRole("button", { name: "Move row 2 up" }).click();
  await expect(name(1)).toHaveValue("Engine");
  await expect(value(2)).toHaveValue("215 hp");
  await name(4).fill("Half a row");
  await page.getByRole("button", { name: /^Drag row 4/ }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(name(3)).toHaveValue("Half a row");
  await page.keyboard.press("ArrowDown");
  await expect(name(4)).toHaveValue("Half a row");
  await page.getByRole("button", { name: "Save spec sheet", exact: true }).last().click();
  await expect(page.getByRole("alert")).toContainText("Row 4: Please enter a value.");
  await expect(value(4)).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove row 4" }).click();
  await page.getByRole("button", { name: "Save spec sheet", exact: true }).last().click();
  await expect(page.getByText("Spec sheet saved.").first()).toBeVisible();

  const sheet = async () => {
    await page.goto(`/vehicles/${id}/sheet`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Mercedes-Benz");
    const address = (await page.locator("link[rel=canonical]").getAttribute("href")) ?? "";
    expect(new URL(address).pathname).toBe(`/vehicles/${id}`);
    await expect(page.locator(".show-sheet svg path")).toHaveAttribute("d", drawQrCode(address).path);
    return pagesIn(await page.pdf({ preferCSSPageSize: true }));
  };
  await page.getByRole("link", { name: "Show sheet" }).click();
  await expect(page.locator(".show-sheet dd").first()).toHaveText("3.0 l straight six");
  await expectAccessible(page);
  await print(page);
  expect(await sheet()).toBe(1);

  const specs = Array.from({ length: 40 }, (_, index) => ({
    name: `Row ${index} ${"n".repeat(50)}`,
    value: "v w ".repeat(50),
  }));
  await browser.api("PUT", `/vehicles/${id}/specs`, { specs });
  const entry = site.database.prepare(
    `INSERT INTO build_entries (vehicle_id, user_id, kind, title, date, status, area, created_at, updated_at)
     VALUES (?, ?, 'Modification', ?, '2026-01-01', 'Done', ?, 0, 0)`,
  );
  for (let index = 0; index < 15; index++)
    entry.run(id, ownerId, `${index} ${"Brackets ".repeat(12)}`, index % 2 ? "Engine" : "Brakes");
  expect(await sheet()).toBe(1);
  await expect(page.getByText(/and \d+ more modifications? in its build log/)).toBeVisible();
  const [foot, paper] = await Promise.all(
    [".sheet-foot", ".show-sheet"].map((part) => page.locator(part).boundingBox()),
  );
  expect(foot!.y + foot!.height).toBeLessThanOrEqual(paper!.y + paper!.height);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
