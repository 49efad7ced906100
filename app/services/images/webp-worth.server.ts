import type { OutputInfo } from "sharp";

/** Decoded pixels, row by row without gaps. */
export interface Pixels {
  data: Buffer;
  info: Pick<OutputInfo, "width" | "height" | "channels">;
}

/** Encoded sizes of the same pixels, bytes. */
export interface Compared {
  jpeg: number;
  webp: number;
}

const BANDS = 6;
/** A row of blocks, which is what both formats work on. */
const BAND_ROWS = 16;
/** The sample may be this part of the picture at most, else it is not worth its time. */
const MAX_SHARE = 1 / 8;
/** The smallest width: below this WebP wins or nearly does, and is tried in the other widths too. */
const DOUBTFUL = 1.1;
/** The sample is up to 0.12 harder on WebP than the whole picture is, so this proves that WebP is larger there. */
const HOPELESS = 1.15;

/**
 * Whether WebP may be smaller than JPEG in a picture's larger widths. In a grainy photo it is not, and making it is a
 * third of the work. A smaller width cannot decide, because shrinking makes grain of what was soft; it can only clear
 * WebP. Otherwise a sample of the largest width decides.
 * @param smallest what the smallest width came to
 * @param largest pixels of the largest width
 * @param encode makes both formats of a sample
 */
export async function isWebpWorthTrying(
  smallest: Compared,
  largest: Pixels,
  encode: (sample: Pixels) => Promise<Compared>,
): Promise<boolean> {
  if (smallest.webp < smallest.jpeg * DOUBTFUL) return true;
  if (BANDS * BAND_ROWS > largest.info.height * MAX_SHARE) return true;
  const { jpeg, webp } = await encode(sampleOf(largest));
  return webp < jpeg * HOPELESS;
}

/** Bands from all over the picture, one below the other. */
function sampleOf({ data, info }: Pixels): Pixels {
  const row = info.width * info.channels;
  const bands = Array.from({ length: BANDS }, (_, at) => {
    const top = Math.floor(((info.height - BAND_ROWS) * (at + 0.5)) / BANDS);
    return data.subarray(top * row, (top + BAND_ROWS) * row);
  });
  return { data: Buffer.concat(bands), info: { ...info, height: BANDS * BAND_ROWS } };
}
