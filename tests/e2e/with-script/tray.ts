import { mkdtempSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page, Request } from "@playwright/test";
import { jpegWithExif } from "../../support/images";
import { expect } from "./people";

export type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

export const jpeg = (name: string, buffer: Buffer): ChosenFile => ({ name, mimeType: "image/jpeg", buffer });

/** A byte over the limit. On disk: a buffer would reach the browser as text. */
export function tooLarge(name: string): string {
  const [file = ""] = onDisk([{ name, buffer: Buffer.alloc(0) }]);
  truncateSync(file, 20 * 1024 * 1024 + 1);
  return file;
}

/** @returns paths in a new folder */
export function onDisk(files: readonly Pick<ChosenFile, "name" | "buffer">[]): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), "paddock-chosen-"));
  return files.map(({ name, buffer }) => {
    const file = path.join(folder, name);
    writeFileSync(file, buffer);
    return file;
  });
}

export const field = (page: Page) => page.locator("main input[type=file][name]");
export const trayItems = (page: Page) => page.getByRole("list", { name: "Chosen photos" }).getByRole("listitem");
export const act = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const gallery = (page: Page) => page.locator("section:has(> div > #gallery) li");
export const names = (page: Page) => trayItems(page).locator("p[title]").allTextContents();

/** In the console after a cut, also of the router's prefetch. */
export const LINE_CUT = /Failed to load resource|Failed to fetch manifest patches/;

export async function allReady(page: Page, count: number): Promise<void> {
  await expect(trayItems(page)).toHaveCount(count);
  await expect(trayItems(page).filter({ hasText: "· ready" })).toHaveCount(count);
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText("Upload full-size originals")).toBeVisible();
}

let filled = 0;

/** Different each time: the site merges equal ones within a minute. */
export async function fillVehicle(page: Page): Promise<void> {
  filled += 1;
  await page.getByLabel("Make").fill("Renault");
  await page.getByLabel("Model").fill(`R8 ${filled}`);
  await page.getByLabel("Year").fill("1965");
}

export function watch(page: Page, method: string): Request[] {
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (request.method() === method && /^\/(uploads|api)|\.data$/.test(new URL(request.url()).pathname))
      requests.push(request);
  });
  return requests;
}

export const offsetsOf = (pieces: Request[]): Promise<number[]> =>
  Promise.all(pieces.map(async (piece) => Number((await piece.allHeaders())["upload-offset"])));

export const storedPhotos = (page: Page) =>
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

export const refusedPhotos = (page: Page) => page.getByRole("list", { name: "Not added" }).getByRole("listitem");

/** Real photos, told apart by name. */
export async function jpegs(...names: string[]): Promise<ChosenFile[]> {
  const buffer = await jpegWithExif({ width: 900, height: 600 });
  return names.map((name) => jpeg(`${name}.jpg`, buffer));
}

/** Cheap for the server. */
export async function tinyJpegs(...names: string[]): Promise<ChosenFile[]> {
  const buffer = await jpegWithExif({ width: 60, height: 40 });
  return names.map((name) => jpeg(`${name}.jpg`, buffer));
}
