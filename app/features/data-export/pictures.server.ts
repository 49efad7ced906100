import type { ImageKind } from "~/lib/image-name";
import { fold } from "~/lib/text";

/** A picture of the person's: where it stands in the zip, or on the web where we only know its address. */
export interface ExportedImage {
  kind: ImageKind;
  /** As the database names it. */
  name: string;
  /** Path in the zip; null where the picture is not ours: a full URL, the default one. */
  file: string | null;
}

/** @param file path in the zip */
export function imageOf(kind: ImageKind, name: string | null, file: string): ExportedImage | null {
  return name === null || name === "" ? null : { kind, name, file };
}

/** A name that every file system takes: "1967-lotus-elan". */
export function slug(text: string): string {
  return (
    fold(text)
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 60) || "vehicle"
  );
}

/** The file of a photo at its place: "01.jpg". */
export const fileAt = (position: number) => `${String(position).padStart(2, "0")}.jpg`;
