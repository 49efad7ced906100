import type { Prepared, PrepareOrder } from "./prepare";

/** Pixels. */
const MAX_SIDE = 2560;
const THUMB_SIDE = 480;
const MAX_CANVAS_PIXELS = 16_000_000;

/** The page stays responsive while decoding twelve megapixels. */
self.onmessage = async ({ data: { id, file, keep, isForeign } }: MessageEvent<PrepareOrder>) => {
  const prepared: Prepared = { id };
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const longest = Math.max(picture.width, picture.height);
    prepared.thumb = await jpeg(picture, Math.min(1, THUMB_SIDE / longest), 0.75);
    if (isForeign) {
      const scale = Math.min(1, Math.sqrt(MAX_CANVAS_PIXELS / (picture.width * picture.height)));
      prepared.jpeg = await jpeg(picture, scale, 0.92);
    }
    if (!keep && longest > MAX_SIDE) {
      const small = await jpeg(picture, MAX_SIDE / longest, 0.85);
      // Some drawings and screenshots grow as JPEG.
      if (small.size < (prepared.jpeg ?? file).size) prepared.small = small;
    }
    picture.close();
  } catch {
    // A file the browser cannot read is sent unchanged if the server accepts its format.
  }
  self.postMessage(prepared);
};

function jpeg(picture: ImageBitmap, scale: number, quality: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  // Transparent parts would turn black.
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/jpeg", quality });
}
