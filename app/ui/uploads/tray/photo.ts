/**
 * - `preparing`: a thumbnail and a smaller photo are being made
 * - `queued`: it will be sent as soon as it is its turn
 * - `sending`
 * - `resting`: the line was lost; it goes on by itself
 * - `ready`: it has arrived, or will go with the form
 * - `refused`: it is not sent; the message says why
 */
export type Stage = "preparing" | "queued" | "sending" | "resting" | "ready" | "refused";

/** A chosen photo. */
export interface Photo {
  readonly id: string;
  readonly name: string;
  /** As it was chosen. */
  readonly file: Blob;
  /** Made smaller; undefined where the file goes as it is. */
  readonly small?: Blob | undefined;
  /** Object URL of its thumbnail. */
  readonly thumb?: string | undefined;
  readonly stage: Stage;
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
export const bytesOf = ({ file, small }: Photo, originals: boolean) => (originals ? file : (small ?? file));

/** Whether it will still take a while until the form can be sent. */
export const isUnderWay = ({ stage }: Photo) => stage !== "ready" && stage !== "refused";

export const isRefused = ({ stage }: Photo) => stage === "refused";

/** Bytes in words: "640 KB", "4.1 MB". */
export const sizeInWords = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** "1 photo", "3 photos". */
export const photosInWords = (count: number) => `${count} ${count === 1 ? "photo" : "photos"}`;
