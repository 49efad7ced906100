import { expect, test } from "vitest";
import { drillImages } from "../hostile/image-drill";
import { metadataBytes } from "../hostile/metadata";
import { SECRET } from "../permissions/send";
import { jpegWithExif, photograph, webp } from "../support/images";
import { sharedServer } from "../support/server";

const server = sharedServer({ env: { SESSION_SECRET: SECRET } });

/** `npm run test:hostile -- images` sends 300, with another seed each time, and measures the server's memory. */
test("hostile files through every way in: each gets the right answer, and nothing of them is served", {
  timeout: 120_000,
}, async () => {
  const found = await drillImages(server(), { images: 40, seed: 20_260_101 });
  expect(found.failures).toEqual([]);
  expect(found.sent).toBe(40);
  expect(found.accepted).toBeGreaterThan(10);
  expect(found.refused).toBeGreaterThan(10);
  expect(found.served).toBeGreaterThan(25);
});

test("what a picture says beside its pixels is seen", async () => {
  const plain = await photograph({ width: 60, height: 40 });
  expect(await metadataBytes(plain)).toBe(0);
  expect(await metadataBytes(await webp())).toBe(0);
  expect(await metadataBytes(await jpegWithExif())).toBeGreaterThan(200);
  expect(await metadataBytes(Buffer.concat([plain, Buffer.from("<html>")]))).toBe(6);
});
