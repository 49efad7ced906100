import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { avatarArt } from "~/seed/art/avatar-art";
import { BODY_TYPES, VIEWS, vehicleArt, vehicleArtFor, vehicleGallery } from "~/seed/art/vehicle-art";

const raster = (svg: string) => sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();

/** A drawing whose numbers went wrong still rasterises: librsvg skips what it cannot read. */
const faultless = (svg: string) => expect(svg).not.toMatch(/NaN|undefined|null|\[object/);

describe("the artwork of the sample data", () => {
  it.each(BODY_TYPES)("draws a %s that rasterises to 1600 x 1067 and makes a light card", async (body) => {
    const { svg, alt } = vehicleArtFor(body, 0);
    faultless(svg);
    expect(alt).toMatch(/^An? .+, seen from the side$/);
    const full = await raster(svg);
    expect(await sharp(full).metadata()).toMatchObject({ width: 1600, height: 1067 });
    const card = await sharp(full).resize(400).webp({ quality: 75 }).toBuffer();
    expect(card.length).toBeLessThan(20_000);
    const { channels } = await sharp(full).stats();
    expect(Math.max(...channels.slice(0, 3).map((c) => c.stdev))).toBeGreaterThan(12);
  });

  it("gives every vehicle of the first two hundred another picture, and the same one again", () => {
    const once = Array.from({ length: 204 }, (_, i) => vehicleArt(i).svg);
    expect(new Set(once).size).toBe(once.length);
    expect(Array.from({ length: 204 }, (_, i) => vehicleArt(i).svg)).toEqual(once);
  });

  it.each(BODY_TYPES)("shows one %s from several sides, the profile first", async (body) => {
    const photos = vehicleGallery(body, 3, VIEWS.length);
    expect(photos).toHaveLength(VIEWS.length);
    expect(photos[0]).toEqual(vehicleArtFor(body, 3));
    expect(new Set(photos.map((p) => p.svg)).size).toBe(photos.length);
    for (const photo of photos) {
      faultless(photo.svg);
      expect(photo.body).toBe(body);
    }
    const last = await sharp(await raster(photos[2]?.svg ?? "")).metadata();
    expect(last).toMatchObject({ width: 1600, height: 1067 });
  });

  it("draws ninety different portraits of 512 x 512", async () => {
    const portraits = Array.from({ length: 90 }, (_, i) => avatarArt(i));
    expect(new Set(portraits).size).toBe(90);
    expect(avatarArt(7)).toBe(portraits[7]);
    portraits.forEach(faultless);
    expect(await sharp(await raster(portraits[5] ?? "")).metadata()).toMatchObject({ width: 512, height: 512 });
  });
});
