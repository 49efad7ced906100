import path from "node:path";
import sharp from "sharp";
import { type ImageKind, MAX_FILES } from "~/lib/images";
import { type StoredImage, withStagedImages } from "~/services/images/stage.server";
import { makeTemporaryFolder } from "~/services/images/temporary-folder.server";

/** Relative to the project's folder, where every command runs. */
const FOLDER = "app/seed/pictures";

/**
 * Like uploads, but encoded with less effort.
 * @param files below `FOLDER`, without extension: "vehicles/mini-profile"
 */
export async function storePictures(
  kind: ImageKind,
  files: readonly string[],
  onProgress: (done: number) => void = () => {},
): Promise<StoredImage[]> {
  const images: StoredImage[] = [];
  for (let start = 0; start < files.length; start += MAX_FILES) {
    images.push(...(await storeBatch(kind, files.slice(start, start + MAX_FILES))));
    onProgress(images.length);
  }
  return images;
}

async function storeBatch(kind: ImageKind, files: readonly string[]): Promise<StoredImage[]> {
  const folder = await makeTemporaryFolder();
  try {
    const uploads = await Promise.all(
      files.map(async (name) => {
        // Uploads may not be AVIF, which is half the size in the repository.
        const filename = `${path.basename(name)}.png`;
        const file = path.join(folder.path, filename);
        const { size } = await sharp(path.join(FOLDER, `${name}.avif`))
          .png({ compressionLevel: 1 })
          .toFile(file);
        return { filename, path: file, size, isSample: true };
      }),
    );
    return await withStagedImages(kind, uploads, "photos", (images) => images);
  } finally {
    await folder.drop();
  }
}
