import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { browserLike } from "../support/browser-like";
import { jpegWithExif } from "../support/images";
import type { TestServer } from "../support/launch";
import { readMail } from "../support/mail";
import { signUpWithGarage } from "../support/members";
import { takeStandingServer } from "../support/standing-server";

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true }).filter((name) => statSync(path.join(folder, String(name))).isFile());

/** Twice: the second response comes from the cache. */
async function shownTo({ url }: TestServer): Promise<string> {
  const visitor = browserLike({ url });
  await visitor.get("/garages");
  return (await visitor.get("/garages")).body;
}

test("a test file finds nothing of what the file before it left on the standing server", async () => {
  const before = (await takeStandingServer())!;
  expect(await takeStandingServer()).toBeUndefined();
  const { id, browser, email } = await signUpWithGarage(before, "Left Over");
  const photos = [{ name: "a.jpg", bytes: await jpegWithExif() }];
  await browser.submit("/vehicles/new", { make: "Saab", model: "96", year: 1968 }, { photos });
  await browser.api("POST", "/users/forgotPassword", { email });
  await readMail(before, email, /password/i);
  expect(await shownTo(before)).toContain("Left Over");
  expect(filesIn(before.uploadsDir).length).toBeGreaterThan(0);
  await before.stop();

  const after = (await takeStandingServer())!;
  expect([after.url, filesIn(after.uploadsDir), filesIn(after.mailDir)]).toEqual([before.url, [], []]);
  expect(await shownTo(after)).not.toContain("Left Over");
  expect((await browser.api("GET", "/users/me")).status).toBe(401);
  expect((await signUpWithGarage(after, "New Here")).id).toBe(id);
  await after.stop();
});
