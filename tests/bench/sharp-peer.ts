// The peer for uploads: sharp alone, same files and qualities.
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import sharp, { type OutputInfo, type Sharp } from "sharp";

const WIDTHS = [1600, 800, 400];
const AVIF_UP_TO = 800;
/** AVIF only, from the width above. */
const LIGHT_WIDTHS: Record<number, number> = { 800: 640, 400: 240 };

type Pixels = { data: Buffer; info: OutputInfo };

const open = ({ data, info: { width, height, channels } }: Pixels) => sharp(data, { raw: { width, height, channels } });

async function makeFiles(file: string, stem: string): Promise<void> {
  let pixels: Pixels = await sharp(file)
    .autoOrient()
    .resize({ width: WIDTHS[0]!, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const encodings: Promise<void>[] = [];
  for (const width of WIDTHS) {
    if (width < pixels.info.width) {
      pixels = await open(pixels).resize({ width }).raw().toBuffer({ resolveWithObject: true });
    }
    encodings.push(encode(pixels, width, `${stem}-${width}`));
    const light = LIGHT_WIDTHS[width];
    if (light !== undefined) encodings.push(encodeLight(pixels, light, stem));
  }
  await Promise.all(encodings);
}

const avif = (image: Sharp) => image.avif({ quality: 50, effort: 1, chromaSubsampling: "4:2:0" });

async function encodeLight(pixels: Pixels, width: number, stem: string): Promise<void> {
  await writeFile(`${stem}-${width}.avif`, await avif(open(pixels).resize({ width })).toBuffer());
}

async function encode(pixels: Pixels, width: number, stem: string): Promise<void> {
  const [jpeg, webp, smallest] = await Promise.all([
    open(pixels).jpeg({ quality: 78, mozjpeg: true }).toBuffer(),
    open(pixels).webp({ quality: 74, effort: 4 }).toBuffer(),
    width <= AVIF_UP_TO ? avif(open(pixels)).toBuffer() : undefined,
  ]);
  await writeFile(`${stem}.jpg`, jpeg);
  if (webp.length < jpeg.length) await writeFile(`${stem}.webp`, webp);
  if (smallest && smallest.length <= Math.min(jpeg.length, webp.length) * 0.9)
    await writeFile(`${stem}.avif`, smallest);
}

/** Responds with the time, ms. */
const server = createServer(async (request, response) => {
  const { files, drawer } = JSON.parse(await text(request)) as { files: string[]; drawer: string };
  const start = performance.now();
  await Promise.all(files.map((file, index) => makeFiles(file, path.join(drawer, String(index)))));
  response.end(String(performance.now() - start));
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
