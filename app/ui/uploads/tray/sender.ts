import { type DetailedError, type HttpResponse, Upload } from "tus-js-client";

/** The address of the resumable uploads (tus 1.0); the last segment of an upload's own address is its id. */
const ENDPOINT = "/uploads";
const VERSION = { "Tus-Resumable": "1.0.0" };

/** Without a byte for so long a line counts as lost, in ms: a phone may leave a dead connection open for minutes. */
const SILENCE_TIMEOUT_MS = 45_000;

/** How one try to send a photo ended. */
export type UploadResult =
  | { kind: "done" }
  /** The file is refused, in words for people. */
  | { kind: "refused"; message: string }
  /** The server has no such upload any more. */
  | { kind: "gone" }
  | { kind: "session-ended" }
  /** The line or the server failed; to be tried again, after `wait` ms where the server says so. */
  | { kind: "lost"; wait?: number };

export interface RunningUpload {
  outcome: Promise<UploadResult>;
  /** Ends the try without an outcome; what has arrived stays. */
  stop(): void;
}

interface SendOrder {
  blob: Blob;
  /** The file's name, for messages. */
  name: string;
  /** Address of the upload where it was begun before. */
  url: string | undefined;
  onUrl(url: string): void;
  /** @param share 0 to 1 */
  onProgress(share: number): void;
}

/** Sends a photo, or what is missing of it. */
export function startUpload({ blob, name, url, onUrl, onProgress }: SendOrder): RunningUpload {
  let silence: ReturnType<typeof setTimeout> | undefined;
  let upload: Upload | undefined;
  const outcome = new Promise<UploadResult>((resolve) => {
    const end = (result: UploadResult) => {
      clearTimeout(silence);
      resolve(result);
    };
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        void upload?.abort();
        end({ kind: "lost" });
      }, SILENCE_TIMEOUT_MS);
    };
    upload = new Upload(blob, {
      // With an address and no endpoint the library asks how far it came, and never begins another upload by itself.
      endpoint: url ? null : new URL(ENDPOINT, location.href).href,
      uploadUrl: url ?? null,
      metadata: { filename: name },
      // The tray keeps addresses and tries again itself.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        heard();
        if (upload?.url) onUrl(upload.url);
      },
      onProgress: (sent, total) => {
        heard();
        onProgress(total > 0 ? sent / total : 0);
      },
      onSuccess: () => end({ kind: "done" }),
      onError: (error) => end(outcomeOf(error)),
    });
    heard();
    upload.start();
  });
  return {
    outcome,
    stop: () => {
      clearTimeout(silence);
      void upload?.abort();
    },
  };
}

function outcomeOf(error: Error | DetailedError): UploadResult {
  const response = "originalResponse" in error ? error.originalResponse : null;
  const creating = "originalRequest" in error && error.originalRequest?.getMethod() === "POST";
  const status = response?.getStatus() ?? 0;
  if (status === 401) return { kind: "session-ended" };
  if ([404, 410].includes(status) && !creating) return { kind: "gone" };
  if ([400, 403, 413, 415].includes(status)) return { kind: "refused", message: messageOf(response) };
  const seconds = Number(response?.getHeader("Retry-After"));
  return seconds > 0 ? { kind: "lost", wait: seconds * 1000 } : { kind: "lost" };
}

function messageOf(response: HttpResponse | null): string {
  try {
    const { message } = JSON.parse(response?.getBody() ?? "") as { message?: unknown };
    if (typeof message === "string" && message !== "") return message;
  } catch {
    // No envelope of ours: a proxy's page.
  }
  return "Upload failed. Please try again.";
}

/** Whether the server still has all of an upload; undefined where it cannot be asked now. */
export async function isStillThere(url: string): Promise<boolean | undefined> {
  try {
    const { ok, status, headers } = await fetch(`${url}?look`, { method: "HEAD", headers: VERSION });
    if (status === 204) return false;
    if (ok) return headers.get("Upload-Offset") === headers.get("Upload-Length");
    return status === 404 || status === 410 ? false : undefined;
  } catch {
    return undefined;
  }
}

/** Deletes an upload that is not wanted any more. Where that fails, the server's sweep takes it. */
export function deleteUpload(url: string): void {
  fetch(url, { method: "DELETE", headers: VERSION, keepalive: true }).catch(() => {});
}

/** What the form sends for an upload. */
export const uploadId = (url: string) => url.slice(url.lastIndexOf("/") + 1);
