import { MAX_FILE_BYTES, notAcceptedFile, tooLargeFile } from "~/lib/images";
import type { Format } from "./prepare";

/**
 * - `retrying`: the connection was lost
 * - `ready`: uploaded, or goes with the form
 * - `refused`: not sent; the message has the reason
 */
export type ItemStage = "preparing" | "queued" | "sending" | "retrying" | "ready" | "refused";

export interface TrayItem {
  readonly id: string;
  readonly name: string;
  readonly file: Blob;
  /** A copy, if the server does not accept the format. */
  readonly jpeg?: Blob | undefined;
  /** undefined if the photo is sent unchanged. */
  readonly small?: Blob | undefined;
  readonly thumb?: string | undefined;
  readonly stage: ItemStage;
  /** 0 to 1. */
  readonly sent: number;
  readonly message?: string;
  readonly url?: string | undefined;
  /** Of the choice, ms since 1970. */
  readonly at: number;
}

export function chooseBlob({ file, jpeg = file, small = jpeg }: TrayItem, originals: boolean): Blob {
  return originals ? jpeg : small;
}

/** The form has to wait for it. */
const isPending = ({ stage }: TrayItem) => stage !== "ready" && stage !== "refused";

export const isRejected = ({ stage }: TrayItem) => stage === "refused";

interface Selection {
  photos: readonly TrayItem[];
  max: number;
}

const listAccepted = ({ photos }: Selection) => photos.filter((photo) => !isRejected(photo));

/** To upload now, and to send with the form. */
export const listCurrentItems = (selection: Selection): TrayItem[] => listAccepted(selection).slice(0, selection.max);

export const countPending = (selection: Selection): number => listCurrentItems(selection).filter(isPending).length;

/** Over the form's limit, for the next round. */
export const listWaitingItems = (selection: Selection): TrayItem[] => listAccepted(selection).slice(selection.max);

export const inLine = (count: number) => `${count} more for the next round`;

let nextId = 0;

/** `crypto.randomUUID` would need a secure context. */
export function createItem(file: File, refusal: string | undefined): TrayItem {
  nextId += 1;
  const at = Date.now();
  const id = `${at.toString(36)}-${nextId}-${Math.random().toString(36).slice(2, 10)}`;
  const item = { id, name: file.name, file, sent: 0, at };
  return refusal === undefined ? { ...item, stage: "preparing" } : { ...item, stage: "refused", message: refusal };
}

/** The server's message; undefined if the file can be sent, or may prove to be a picture. */
export function rejectionReason(file: File, format: Format | undefined): string | undefined {
  // First: for a very large file nothing else matters.
  if (file.size > MAX_FILE_BYTES) return tooLargeFile(file.name);
  const picture = format !== undefined || file.type.startsWith("image/");
  return picture ? undefined : notAcceptedFile(file.name);
}

export const isSameFile = ({ file, name }: TrayItem, otherFile: File): boolean =>
  name === otherFile.name &&
  file.size === otherFile.size &&
  file instanceof File &&
  file.lastModified === otherFile.lastModified;
