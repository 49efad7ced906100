import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { avatarArt } from "~/seed/art/avatar-art";
import { lineUpArt } from "~/seed/art/line-up";
import {
  BACKDROPS,
  BODY_TYPES,
  drawVehicle,
  PAINTS,
  VIEWS,
  vehicleArtFor,
  vehicleGallery,
} from "~/seed/art/vehicle-art";
import { MODELS } from "~/seed/texts/models";

const raster = (svg: string) => sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true });

/** A drawing of 1600 x 1067 at a quarter of its size, which takes a fraction of the time. */
const inSmall = (svg: string) => sharp(Buffer.from(svg), { density: 72 / 4 });

/** A drawing whose numbers went wrong still rasterises: librsvg skips what it cannot read. */
const faultless = (svg: string) => expect(svg).not.toMatch(/NaN|undefined|null|\[object/);

describe("the artwork of the sample data", () => {
  it.each(BODY_TYPES)(
    "draws a %s of 1600 x 1067 that makes a light card, from several sides, the profile first",
    async (body) => {
      const photos = vehicleGallery(body, 3, VIEWS.length);
      const first = vehicleArtFor(body, 3);
      expect(photos[0]).toEqual(first);
      expect(first.alt).toMatch(/^An? .+, seen from the side$/);
      expect(new Set(photos.map((photo) => photo.svg)).size).toBe(VIEWS.length);
      for (const photo of photos) {
        faultless(photo.svg);
        expect(photo.body).toBe(body);
      }
      for (const { svg } of [first, photos[2]!]) {
        expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ width: 1600, height: 1067 });
        const { data, info } = await inSmall(svg).raw().toBuffer({ resolveWithObject: true });
        expect(info).toMatchObject({ width: 400, height: 267 });
        const { width, height, channels: bands } = info;
        const small = sharp(data, { raw: { width, height, channels: bands } });
        expect((await small.webp({ quality: 75 }).toBuffer()).length).toBeLessThan(20_000);
        const { channels } = await small.stats();
        expect(Math.max(...channels.slice(0, 3).map((c) => c.stdev))).toBeGreaterThan(12);
      }
    },
  );

  it("draws each of more than sixty models as no other one, whatever the paint and the studio", () => {
    const [paint, backdrop] = [PAINTS[0], BACKDROPS[0]];
    const drawings = BODY_TYPES.map((body) => drawVehicle({ body, paint, backdrop, view: "profile" }).svg);
    expect(new Set(drawings).size).toBe(MODELS.length);
    expect(drawings.length).toBeGreaterThanOrEqual(60);
  });

  it("varies paint, studio and direction among the first of each model", () => {
    const first = BODY_TYPES.map((body) => vehicleArtFor(body, 0));
    expect(new Set(first.map(({ paint }) => paint.name)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(first.map(({ backdrop }) => backdrop.name)).size).toBeGreaterThanOrEqual(10);
    const right = first.filter(({ flipped }) => flipped).length;
    expect(right).toBeGreaterThan(first.length * 0.3);
    expect(right).toBeLessThan(first.length * 0.7);
  });

  it("parks up to three vehicles side by side without mixing up their paints", async () => {
    const parked = (["mini", "goddess", "commando"] as const).map((body, at) => ({ body, paint: PAINTS[at]! }));
    const svg = lineUpArt(parked, 0);
    faultless(svg);
    const ids = [...svg.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id!);
    expect(new Set(ids).size).toBe(ids.length);
    const used = [...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id!);
    expect(used.filter((id) => !ids.includes(id))).toEqual([]);
    expect((await raster(svg)).info).toMatchObject({ width: 1600, height: 1067 });
  });

  it("draws ninety different portraits of 512 x 512", async () => {
    const portraits = Array.from({ length: 90 }, (_, i) => avatarArt(i));
    expect(new Set(portraits).size).toBe(90);
    expect(avatarArt(7)).toBe(portraits[7]);
    portraits.forEach(faultless);
    expect((await raster(portraits[5] ?? "")).info).toMatchObject({ width: 512, height: 512 });
  });
});
