import { type ImageKind, lightWidths, parseImageName, renditionWidths } from "~/lib/images";
import { ANIMATION_SUFFIX, storedKey } from "./files.server";
import type { ByteRange, OpenFile } from "./store/file-store";
import { photoStore } from "./store/photo-store.server";

/** Never changes: a new image gets a new name. */
export interface OpenedImage {
  /**
   * null if deleted meanwhile. The stream fails with StoreUnavailableError too.
   * @throws StoreUnavailableError
   */
  read(range?: ByteRange): Promise<OpenFile | null>;
  contentType: "image/avif" | "image/webp" | "image/jpeg";
  size: number;
  /** ms since 1970. */
  modifiedAt: number;
  /** Strong, in quotation marks. */
  etag: string;
}

interface Candidate {
  suffix: string;
  contentType: OpenedImage["contentType"];
}

/**
 * The smallest file at least `width` wide (else the largest), as AVIF or WebP if the Accept header names them, else as
 * JPEG. Without a width an animated image plays, in browsers with WebP.
 * @param options.width pixels
 * @param options.accept header; "" if missing
 * @returns null if missing
 * @throws StoreUnavailableError
 */
export async function openImage(
  kind: ImageKind,
  name: string,
  { width, accept }: { width?: number; accept: string },
): Promise<OpenedImage | null> {
  const facts = parseImageName(name);
  if (!facts) return null;
  const widths = renditionWidths(kind, facts.width);
  const nominal = (width === undefined ? undefined : widths.find((candidate) => candidate >= width)) ?? widths.at(-1)!;

  const candidates: Candidate[] = [];
  const webp = takes(accept, "image/webp");
  if (facts.isAnimated && width === undefined && webp) {
    candidates.push({ suffix: ANIMATION_SUFFIX, contentType: "image/webp" });
  }
  if (takes(accept, "image/avif")) {
    const light = lightWidths(kind, facts.width).find(
      (lightWidth) => width !== undefined && lightWidth >= width && lightWidth < nominal,
    );
    const names = light === undefined ? [nominal] : [light, nominal];
    candidates.push(
      ...names.map((lightName): Candidate => ({ suffix: `-${lightName}.avif`, contentType: "image/avif" })),
    );
  }
  if (webp) candidates.push({ suffix: `-${nominal}.webp`, contentType: "image/webp" });
  candidates.push({ suffix: `-${nominal}.jpg`, contentType: "image/jpeg" });

  const store = await photoStore();
  for (const { suffix, contentType } of candidates) {
    const key = storedKey(kind, name, suffix)!;
    const file = await store.stat(key);
    if (file) {
      const { size, modifiedAt } = file;
      const openRange = (range?: ByteRange) => store.open(key, range);
      return { contentType, size, modifiedAt, etag: `"${facts.id}${suffix}"`, read: openRange };
    }
  }
  return null;
}

/** Names the type itself: wildcards come from clients that may not support newer formats. */
function takes(accept: string, type: string): boolean {
  return accept.split(",").some((part) => {
    const [named, ...parameters] = part.toLowerCase().split(";");
    return named?.trim() === type && !parameters.some((parameter) => /^\s*q\s*=\s*0(\.0*)?\s*$/.test(parameter));
  });
}
