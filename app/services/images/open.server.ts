import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { type ImageKind, lightWidths, parseImageName, renditionWidths } from "~/lib/image-name";
import { ANIMATION_SUFFIX, storedPath } from "./files.server";

/** One file of a stored image, ready to be sent. It never changes: a new image gets a new name. */
export interface OpenedImage {
  /** Absolute path. */
  path: string;
  contentType: "image/avif" | "image/webp" | "image/jpeg";
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  modifiedAt: number;
  /** Strong entity tag, in its quotation marks. */
  etag: string;
}

interface Candidate {
  suffix: string;
  contentType: OpenedImage["contentType"];
}

/**
 * Picks the best file of a stored image: the smallest at least `width` wide (else the largest), as AVIF or WebP where
 * the Accept header names them, else as JPEG. Where there is no such file of a light width it is the next one above.
 * Without a width an animated image plays, for browsers that take WebP.
 * @param options.width pixels
 * @param options.accept the Accept header; "" where there is none
 * @returns null for a name that is not a stored image's, or a missing image
 */
export async function openImage(
  kind: ImageKind,
  name: string,
  { width, accept }: { width?: number; accept: string },
): Promise<OpenedImage | null> {
  const facts = parseImageName(name);
  if (!facts) return null;
  const widths = renditionWidths(kind, facts.width);
  const nominal = (width === undefined ? undefined : widths.find((one) => one >= width)) ?? widths.at(-1)!;

  const candidates: Candidate[] = [];
  const webp = takes(accept, "image/webp");
  if (facts.animated && width === undefined && webp) {
    candidates.push({ suffix: ANIMATION_SUFFIX, contentType: "image/webp" });
  }
  if (takes(accept, "image/avif")) {
    const light = lightWidths(kind, facts.width).find((one) => width !== undefined && one >= width && one < nominal);
    const wanted = light === undefined ? [nominal] : [light, nominal];
    candidates.push(...wanted.map((one): Candidate => ({ suffix: `-${one}.avif`, contentType: "image/avif" })));
  }
  if (webp) candidates.push({ suffix: `-${nominal}.webp`, contentType: "image/webp" });
  candidates.push({ suffix: `-${nominal}.jpg`, contentType: "image/jpeg" });

  for (const { suffix, contentType } of candidates) {
    const path = storedPath(kind, name, suffix)!;
    const stats = await statFile(path);
    if (stats) {
      const etag = `"${facts.id}${suffix}"`;
      return { path, contentType, size: stats.size, modifiedAt: Math.floor(stats.mtimeMs), etag };
    }
  }
  return null;
}

/** Whether an Accept header names the type itself: wildcards come from clients that may not support newer formats. */
function takes(accept: string, type: string): boolean {
  return accept.split(",").some((part) => {
    const [named, ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter));
    return named === type && (quality === undefined || Number.parseFloat(quality.replace(/^q\s*=\s*/, "")) > 0);
  });
}

async function statFile(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
