import { MAX_FILE_BYTES, notAcceptedFile, tooLargeFile } from "~/lib/images";
import type { Format } from "./prepare";

/**
 * - `preparing`: a thumbnail and a smaller photo are being made
 * - `queued`: waits for a free upload slot
 * - `sending`
 * - `retrying`: the connection was lost; a retry follows
 * - `ready`: uploaded, or goes with the form
 * - `refused`: not sent; the message has the reason
 */
export type ItemStage = "preparing" | "queued" | "sending" | "retrying" | "ready" | "refused";

export interface TrayItem {
  readonly id: string;
  readonly name: string;
  /** As chosen. */
  readonly file: Blob;
  /** A JPEG copy, if the server does not accept the original's format. */
  readonly jpeg?: Blob | undefined;
  /** A smaller copy; undefined if the photo is sent unchanged. */
  readonly small?: Blob | undefined;
  /** Object URL of its thumbnail. */
  readonly thumb?: string | undefined;
  readonly stage: ItemStage;
  /** Share sent, 0 to 1. */
  readonly sent: number;
  readonly message?: string;
  /** URL of its upload. */
  readonly url?: string | undefined;
  /** Time of the choice, ms since 1970. */
  readonly at: number;
}

export function chooseBlob({ file, jpeg = file, small = jpeg }: TrayItem, originals: boolean): Blob {
  return originals ? jpeg : small;
}

/** Whether the form has to wait for it. */
const isPending = ({ stage }: TrayItem) => stage !== "ready" && stage !== "refused";

export const isRejected = ({ stage }: TrayItem) => stage === "refused";

interface Chosen {
  photos: readonly TrayItem[];
  /** Maximum of photos per form. */
  max: number;
}

const listAccepted = ({ photos }: Chosen) => photos.filter((photo) => !isRejected(photo));

/** The photos to upload now, and to send with the form. */
export const listCurrentItems = (chosen: Chosen): TrayItem[] => listAccepted(chosen).slice(0, chosen.max);

export const countPending = (chosen: Chosen): number => listCurrentItems(chosen).filter(isPending).length;

/** Photos over the form's limit, for the next round. */
export const listWaitingItems = (chosen: Chosen): TrayItem[] => listAccepted(chosen).slice(chosen.max);

export const inLine = (count: number) => `${count} more for the next round`;

let nextId = 0;

/** A newly chosen photo. `crypto.randomUUID` would need a secure context. */
export function createItem(file: File, refusal: string | undefined): TrayItem {
  nextId += 1;
  const at = Date.now();
  const id = `${at.toString(36)}-${nextId}-${Math.random().toString(36).slice(2, 10)}`;
  const chosen = { id, name: file.name, file, sent: 0, at };
  return refusal === undefined ? { ...chosen, stage: "preparing" } : { ...chosen, stage: "refused", message: refusal };
}

/** Why a file cannot be sent, as the server's message; undefined if it can, or may prove to be a picture. */
export function rejectionReason(file: File, format: Format | undefined): string | undefined {
  // Size first: for a very large file nothing else matters.
  if (file.size > MAX_FILE_BYTES) return tooLargeFile(file.name);
  const picture = format !== undefined || file.type.startsWith("image/");
  return picture ? undefined : notAcceptedFile(file.name);
}

export const isSameFile = ({ file, name }: TrayItem, other: File): boolean =>
  name === other.name && file.size === other.size && file instanceof File && file.lastModified === other.lastModified;
