import { readdirSync, statSync } from "node:fs";
import { type ClientRequest, request } from "node:http";
import path from "node:path";
import { expect, test } from "vitest";
import { jpegWithExif } from "../support/images";
import type { Owner } from "../support/members";
import { sharedServer } from "../support/server";

const MB = 1024 * 1024;
const PIECE = Buffer.alloc(64 * 1024, 97);

const server = await sharedServer({ env: { MEMBER_QUOTA_MB: "1" } });

const photo = async (name = "a.jpg") => ({ name, bytes: await jpegWithExif({ width: 90, height: 60 }) });

async function ownerWithVehicle(): Promise<Owner & { path: string; vehicleId: string }> {
  const owner = await server.signUpWithGarage("Up Loader");
  const fields = { make: "Saab", model: "96", year: "1972" };
  const { location } = await owner.browser.submit("/vehicles/new", fields, { photos: [await photo()] });
  return { ...owner, path: location, vehicleId: location.split("/").at(-1)! };
}

function temporaryFiles(uploadsDir: string): number[] {
  const result = readdirSync(path.join(uploadsDir, ".tmp"), { recursive: true, withFileTypes: true });
  return result
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0);
}

/** Then nothing. */
async function sendFirstPart(token: string, megabytes: number): Promise<ClientRequest> {
  const call = request(`${server.url}/api/v1/photos/upload`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "multipart/form-data; boundary=b" },
  });
  call.on("error", () => undefined);
  call.write('--b\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\n\r\n');
  for (let sentBytes = 0; sentBytes < megabytes * MB; sentBytes += PIECE.length) {
    if (!call.write(PIECE)) await new Promise<void>((resolve) => call.once("drain", () => resolve()));
  }
  return call;
}

test("an unfinished upload is written as it arrives, and deleted when its client disconnects", async () => {
  const tokens = await Promise.all(
    ["Ann Half", "Bob Half", "Cat Half", "Dan Half"].map(async (name) =>
      server.bearerOf(await server.signUpWithGarage(name)),
    ),
  );
  const calls = await Promise.all(tokens.map((token) => sendFirstPart(token, 19)));
  const onDisk = () => temporaryFiles(server.uploadsDir).reduce((sum, size) => sum + size, 0);
  await expect.poll(onDisk).toBeGreaterThan(4 * 18.5 * MB);
  for (const call of calls) call.destroy();
  await expect.poll(() => readdirSync(path.join(server.uploadsDir, ".tmp"))).toEqual([]);
});

const FULL = "Your photos take up 1 MB, the limit for one member. Delete some to make room.";

test("a full quota is reported on the page and by the API, and typed text stays", async () => {
  const { browser, path: vehicle, vehicleId } = await ownerWithVehicle();
  const small = (await browser.get("/settings/data")).page.text("main");
  expect(small).toMatch(/Your photos take up \d+ KB of 1 MB\./);
  server.run("UPDATE photos SET bytes = ? WHERE vehicle_id = ?", MB, vehicleId);
  const page = await browser.submit(vehicle, {}, { photos: [await photo()] });
  expect([page.status, page.page.alerts, page.page.fieldError("photos")]).toEqual([413, [FULL], FULL]);
  const fields = { make: "Lotus", model: "Elan", year: "1967", story: "Long typed." };
  const form = await browser.submit("/vehicles/new", fields, { photos: [await photo()] });
  expect([form.status, form.page.fieldError("photos")]).toEqual([413, FULL]);
  expect(form.body).toContain("Long typed.");
  const call = await browser.api("POST", "/photos/upload", { vehicleId }, { files: { photos: [await photo()] } });
  expect([call.status, call.json]).toEqual([413, { status: "fail", message: FULL, errors: { photos: [FULL] } }]);
  expect((await browser.submit("/vehicles/new", fields)).status).toBe(302);
});
