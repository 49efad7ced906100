import type { Prepared, PrepareOrder } from "./prepare";

/** The longest side of what is sent, in pixels, and of a thumbnail. */
const LONGEST = 2560;
const THUMB = 480;

/** In a thread of its own, so that the page goes on while twelve megapixels are decoded. */
self.onmessage = async ({ data: { id, file, keep } }: MessageEvent<PrepareOrder>) => {
  const prepared: Prepared = { id };
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const longest = Math.max(picture.width, picture.height);
    prepared.thumb = await jpeg(picture, Math.min(1, THUMB / longest), 0.75);
    if (!keep && longest > LONGEST) {
      const small = await jpeg(picture, LONGEST / longest, 0.85);
      // Some drawings and screenshots grow as JPEG.
      if (small.size < file.size) prepared.small = small;
    }
    picture.close();
  } catch {
    // What the browser cannot read goes as it is: the server decides.
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
  // JPEG has no transparency; without this it would turn black.
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/jpeg", quality });
}
