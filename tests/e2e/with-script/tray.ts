import { mkdtempSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page, Request } from "@playwright/test";
import { jpegWithExif } from "../../support/images";
import { expect } from "./people";

/** A file as a file input takes it. */
export type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

export const jpeg = (name: string, buffer: Buffer): ChosenFile => ({ name, mimeType: "image/jpeg", buffer });

/** A file a byte larger than photos may be, on the disk: given as a buffer, it would be sent to the browser as text. */
export function tooLarge(name: string): string {
  const [file = ""] = onDisk([{ name, buffer: Buffer.alloc(0) }]);
  truncateSync(file, 20 * 1024 * 1024 + 1);
  return file;
}

/** The paths of these files, written into a folder of their own, in the run's own. */
export function onDisk(files: readonly Pick<ChosenFile, "name" | "buffer">[]): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "paddock-chosen-"));
  return files.map(({ name, buffer }) => {
    const file = path.join(folder, name);
    writeFileSync(file, buffer);
    return file;
  });
}

export const field = (page: Page) => page.locator("main input[type=file][name]");
export const chosen = (page: Page) => page.getByRole("list", { name: "Chosen photos" }).getByRole("listitem");
export const act = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const gallery = (page: Page) => page.locator("section:has(> div > #gallery) li");
/** Names of the chosen photos, in the tray's order. */
export const names = (page: Page) => chosen(page).locator("p[title]").allTextContents();

/** What a page says of a line that was cut: the router's look-ahead for the links on it may have been under way too. */
export const LINE_CUT = /Failed to load resource|Failed to fetch manifest patches/;

export async function allReady(page: Page, count: number): Promise<void> {
  await expect(chosen(page)).toHaveCount(count);
  await expect(chosen(page).filter({ hasText: "· ready" })).toHaveCount(count);
}

/** Opens a form and waits for its tray. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText("Send originals")).toBeVisible();
}

let filled = 0;

/** Each time another vehicle: of two with the same words within a minute the site makes one. */
export async function fillVehicle(page: Page): Promise<void> {
  filled += 1;
  await page.getByLabel("Make").fill("Renault");
  await page.getByLabel("Model").fill(`R8 ${filled}`);
  await page.getByLabel("Year").fill("1965");
}

/** Uploads, forms and calls of the API with this method, as they go out. */
export function watch(page: Page, method: string): Request[] {
  const seen: Request[] = [];
  page.on("request", (request) => {
    if (request.method() === method && /^\/(uploads|api)|\.data$/.test(new URL(request.url()).pathname))
      seen.push(request);
  });
  return seen;
}

/** Where in its file each piece began, in the order in which they went out. */
export const offsetsOf = (pieces: Request[]): Promise<number[]> =>
  Promise.all(pieces.map(async (piece) => Number((await piece.allHeaders())["upload-offset"])));

/** How many photos the browser keeps. */
export const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("paddock-photos", 1);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction("bytes").objectStore("bytes").count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

/** Files that the tray has not taken. */
export const refused = (page: Page) => page.getByRole("list", { name: "Not added" }).getByRole("listitem");

/** Real photos; what they are called is what they are told apart by. */
export async function jpegs(...names: string[]): Promise<ChosenFile[]> {
  const buffer = await jpegWithExif({ width: 900, height: 600 });
  return names.map((name) => jpeg(`${name}.jpg`, buffer));
}

/** The same, of which the server has many to make. */
export async function tinyJpegs(...names: string[]): Promise<ChosenFile[]> {
  const buffer = await jpegWithExif({ width: 60, height: 40 });
  return names.map((name) => jpeg(`${name}.jpg`, buffer));
}
