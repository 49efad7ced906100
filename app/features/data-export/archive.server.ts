import { setImmediate } from "node:timers/promises";
import { makeZip } from "client-zip";
import type { Viewer } from "~/features/accounts/policy";
import { DomainError } from "~/lib/errors";
import { now, toIso } from "~/lib/time";
import type { OpenedImage } from "~/services/images/open.server";
import { StoreUnavailableError } from "~/services/images/store/file-store";
import { siteName } from "~/services/site/site.server";
import { type ExportedImage, findStored, slug } from "./build-logs.server";
import { collectData, type ExportData } from "./data.server";
import { renderIndex } from "./page.server";

interface ArchiveImage {
  image: ExportedImage;
  file: OpenedImage;
}

const MAX_CONCURRENT = 16;

const STORE_AWAY = "Your photos cannot be read right now. Please try again in a few minutes.";
/** s. */
const STORE_RETRY_SECONDS = 60;

/**
 * `data.json`, the photos, and an offline `index.html`. Streamed, with one open file at a time.
 * @throws DomainError not_found; unavailable while the photo store is
 */
export async function exportData(viewer: Viewer): Promise<{ filename: string; zip: ReadableStream<Uint8Array> }> {
  const data = collectData(viewer);
  const files = await findFiles(data).catch((error) => {
    throw error instanceof StoreUnavailableError
      ? new DomainError("unavailable", STORE_AWAY, {}, STORE_RETRY_SECONDS)
      : error;
  });
  const createdAt = now();
  return {
    filename: `${slug(siteName(), "site")}-${slug(viewer.name, "member")}-${toIso(createdAt).slice(0, 10)}.zip`,
    zip: makeZip(entries(data, files, createdAt)),
  };
}

/**
 * Without pictures of build logs. Sets the path of a missing file to null, so that the archive has no broken
 * references.
 */
async function findFiles(data: ExportData): Promise<Map<ExportedImage, OpenedImage>> {
  const images = [
    data.account.avatar,
    ...data.heldPosts.map(({ image }) => image),
    ...data.vehicles.flatMap(({ photos }) => photos.map(({ image }) => image)),
    ...data.events.flatMap(({ image, change }) => [image, change?.image ?? null]),
  ];
  const files = new Map<ExportedImage, OpenedImage>();
  const find = async (image: ExportedImage | null) => {
    if (image === null) return;
    const file = await findStored(image);
    if (file) files.set(image, file);
    else image.file = null;
  };
  for (let index = 0; index < images.length; index += MAX_CONCURRENT)
    await Promise.all(images.slice(index, index + MAX_CONCURRENT).map(find));
  return files;
}

/** Pictures of a build log follow their vehicle's. */
async function* picturesOf(data: ExportData, files: Map<ExportedImage, OpenedImage>): AsyncGenerator<ArchiveImage> {
  const imagesOf = (image: ExportedImage | null): ArchiveImage[] => {
    const file = image && files.get(image);
    return image && file ? [{ image, file }] : [];
  };
  yield* [data.account.avatar, ...data.heldPosts.map(({ image }) => image)].flatMap(imagesOf);
  for (const { photos, buildLog } of data.vehicles) {
    yield* photos.flatMap(({ image }) => imagesOf(image));
    yield* buildLog.pictures();
  }
  yield* data.events.flatMap(({ image, change }) => [...imagesOf(image), ...imagesOf(change?.image ?? null)]);
}

async function* entries(data: ExportData, files: Map<ExportedImage, OpenedImage>, createdAt: number) {
  const lastModified = new Date(createdAt);
  yield { name: "index.html", input: chunkText(renderIndex(data, createdAt)), lastModified };
  yield { name: "data.json", input: chunkText(renderData(data)), lastModified };
  for await (const { image, file } of picturesOf(data, files)) {
    // Deleted meanwhile: the archive omits it.
    const content = await file.read();
    if (!content) continue;
    try {
      yield { name: image.file, input: content.stream, lastModified: new Date(content.modifiedAt) };
    } finally {
      content.stream.destroy();
    }
  }
}

/** Like `JSON.stringify` with two spaces. @param depth levels around it */
function jsonAt(value: unknown, depth: number): string {
  // Line breaks within texts are escaped.
  return JSON.stringify(value, null, 2).replaceAll("\n", `\n${"  ".repeat(depth)}`);
}

async function* listText<Item>(
  slices: AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>,
  depth: number,
  textOf: (item: Item) => AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string> {
  const line = `\n${"  ".repeat(depth + 1)}`;
  let before = "[";
  for await (const slice of slices) {
    for (const item of slice) {
      yield before + line;
      yield* textOf(item);
      before = ",";
    }
  }
  yield before === "[" ? "[]" : `\n${"  ".repeat(depth)}]`;
}

type Vehicle = ExportData["vehicles"][number];

async function* vehicleText({ buildLog, ...vehicle }: Vehicle): AsyncGenerator<string> {
  yield `${jsonAt(vehicle, 2).slice(0, -"\n    }".length)},\n      "buildLog": `;
  yield* listText(buildLog.slices(), 3, (entry) => [jsonAt(entry, 4)]);
  yield "\n    }";
}

/** The same text as `JSON.stringify` of the whole. */
async function* renderData(data: ExportData): AsyncGenerator<string> {
  let before = "{";
  for (const [name, value] of Object.entries(data)) {
    yield `${before}\n  ${JSON.stringify(name)}: `;
    before = ",";
    if (name === "vehicles") yield* listText([data.vehicles], 1, vehicleText);
    else if (Array.isArray(value)) yield* listText([value as unknown[]], 1, (item) => [jsonAt(item, 2)]);
    else yield jsonAt(value, 1);
  }
  yield "\n}";
}

/** Characters. */
const PIECE_LENGTH = 64 * 1024;

/** Other requests run between two chunks. */
async function* chunkText(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece: string[] = [];
  let length = 0;
  for await (const text of texts) {
    piece.push(text);
    length += text.length;
    if (length < PIECE_LENGTH) continue;
    yield piece.join("");
    [piece, length] = [[], 0];
    await setImmediate();
  }
  if (length > 0) yield piece.join("");
}
