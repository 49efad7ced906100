import { MAX_FILE_BYTES, notAcceptedFile, tooLargeFile } from "~/lib/images";
import type { Format } from "./prepare";

/**
 * - `preparing`: a thumbnail and a smaller photo are being made
 * - `queued`: it will be sent as soon as it is its turn
 * - `sending`
 * - `retrying`: the connection was lost; it goes on by itself
 * - `ready`: it has arrived, or will go with the form
 * - `refused`: it is not sent; the message says why
 */
export type ItemStage = "preparing" | "queued" | "sending" | "retrying" | "ready" | "refused";

export interface TrayItem {
  readonly id: string;
  readonly name: string;
  /** As it was chosen. */
  readonly file: Blob;
  /** As JPEG, where the server does not take what was chosen. */
  readonly jpeg?: Blob | undefined;
  /** Made smaller; undefined where it goes as it is. */
  readonly small?: Blob | undefined;
  /** Object URL of its thumbnail. */
  readonly thumb?: string | undefined;
  readonly stage: ItemStage;
  /** How much has been sent, 0 to 1. */
  readonly sent: number;
  /** Why it was refused. */
  readonly message?: string;
  /** Where its upload is. */
  readonly url?: string | undefined;
  /** When it was chosen, ms since 1970. */
  readonly at: number;
}

/** What is sent of a photo. */
export function chooseBlob({ file, jpeg = file, small = jpeg }: TrayItem, originals: boolean): Blob {
  return originals ? jpeg : small;
}

/** Whether it will still take a while until the form can be sent. */
const isPending = ({ stage }: TrayItem) => stage !== "ready" && stage !== "refused";

export const isRejected = ({ stage }: TrayItem) => stage === "refused";

interface Chosen {
  photos: readonly TrayItem[];
  /** How many photos the form takes at once. */
  max: number;
}

const wanted = ({ photos }: Chosen) => photos.filter((photo) => !isRejected(photo));

/** The photos that go up now, and with the form. */
export const listCurrentItems = (chosen: Chosen): TrayItem[] => wanted(chosen).slice(0, chosen.max);

/** How many photos of this round are still on their way. */
export const countPending = (chosen: Chosen): number => listCurrentItems(chosen).filter(isPending).length;

/** The photos for which the form has no room this time. */
export const listWaitingItems = (chosen: Chosen): TrayItem[] => wanted(chosen).slice(chosen.max);

export const inLine = (count: number) => `${count} more for the next round`;

let made = 0;

/** A photo as it has just been chosen. `crypto.randomUUID` would need a secure context. */
export function createItem(file: File, refusal: string | undefined): TrayItem {
  made += 1;
  const at = Date.now();
  const id = `${at.toString(36)}-${made}-${Math.random().toString(36).slice(2, 10)}`;
  const chosen = { id, name: file.name, file, sent: 0, at };
  return refusal === undefined ? { ...chosen, stage: "preparing" } : { ...chosen, stage: "refused", message: refusal };
}

/** Why a file cannot be sent, in the server's words; undefined where it can, or may turn out to be a picture. */
export function rejectionReason(file: File, format: Format | undefined): string | undefined {
  // By its size first: of a very large file nothing else matters.
  if (file.size > MAX_FILE_BYTES) return tooLargeFile(file.name);
  const picture = format !== undefined || file.type.startsWith("image/");
  return picture ? undefined : notAcceptedFile(file.name);
}

/** Whether the same file was chosen before. */
export const isSameFile = ({ file, name }: TrayItem, other: File): boolean =>
  name === other.name && file.size === other.size && file instanceof File && file.lastModified === other.lastModified;
