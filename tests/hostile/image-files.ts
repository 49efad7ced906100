import sharp from "sharp";
import { animatedGif, photograph, png, stillGif } from "../support/images";
import { picker } from "./corpus";
import { type Family, type HostileImage, type Pick1, small } from "./image-parts";
import { bombs, foreign } from "./images-refused";
import { metadata, names, polyglots } from "./images-taken";

/** Valid images to be corrupted, by name. */
const SOURCES: Record<string, () => Promise<Buffer>> = {
  "a JPEG": () => photograph(small),
  "a PNG": () => png({ width: 300, height: 200 }),
  "a moving GIF": () => animatedGif(),
  "a GIF": () => stillGif({ width: 200, height: 200 }),
  "an interlaced PNG": async () =>
    sharp(await photograph(small))
      .png({ progressive: true })
      .toBuffer(),
};

const truncations: Family[] = Object.entries(SOURCES).map(([name, source]) => async (at) => {
  const whole = await source();
  const part = ((at * 37) % 95) / 100;
  return {
    what: `${name} cut off after ${Math.round(part * 100)} %`,
    bytes: whole.subarray(0, Math.floor(whole.length * part)),
    // Cut between two frames, an animated GIF is a valid shorter one.
    right: name === "a moving GIF" ? "either" : "refused",
  };
});

const flips: Family[] = Object.entries(SOURCES).map(([name, source]) => async (_, pick) => {
  const bytes = Buffer.from(await source());
  const places = Array.from(bytes.keys());
  // The header decides more than the pixels do.
  const range = pick([true, false]) ? places.slice(0, 64) : places;
  const times = pick([1, 1, 3, 20]);
  for (let flip = 0; flip < times; flip += 1) bytes[pick(range)]! ^= pick([1, 0x80, 0xff, 0x55]);
  return { what: `${times} bytes of ${name} changed`, bytes, right: "either" };
});

/** The share of each group of families. */
const GROUPS: readonly (readonly [share: number, families: Family[]])[] = [
  [0.12, bombs],
  [0.12, foreign],
  [0.16, polyglots],
  [0.2, truncations],
  [0.2, flips],
  [0.12, metadata],
  [0.08, names],
];

/** `count` hostile files of every kind, the same for the same seed. */
export async function* hostileImages(count: number, seed: number): AsyncGenerator<HostileImage> {
  const picks = picker(seed);
  const pick: Pick1 = (items) => picks(items, 1)[0]!;
  const orders = GROUPS.flatMap(([share, families]) =>
    Array.from({ length: Math.max(1, Math.round(share * count)) }, (_, at) => ({
      make: families[at % families.length]!,
      at: Math.floor(at / families.length),
    })),
  );
  // Shuffled, so that every kind is sent to every target.
  for (const { make, at } of picks(orders, count)) {
    yield { filename: "photo.jpg", type: "image/jpeg", ...(await make(at, pick)) };
  }
}
