import { type DetailedError, type HttpResponse, Upload } from "tus-js-client";

/** tus 1.0; the last segment of an upload's URL is its id. */
const ENDPOINT = "/uploads";
const VERSION = { "Tus-Resumable": "1.0.0" };

/** Without progress: a phone may leave a dead connection open for minutes. */
const SILENCE_TIMEOUT_MS = 45_000;

export type UploadResult =
  | { kind: "done" }
  | { kind: "refused"; message: string }
  /** No longer on the server. */
  | { kind: "gone" }
  | { kind: "session-ended" }
  /** Retry, after `wait` ms if the server sends `Retry-After`. */
  | { kind: "lost"; wait?: number };

export interface RunningUpload {
  outcome: Promise<UploadResult>;
  /** Without a result; the server keeps the bytes received. */
  stop(): void;
}

interface SendOrder {
  blob: Blob;
  name: string;
  url: string | undefined;
  onUrl(url: string): void;
  /** @param share 0 to 1 */
  onProgress(share: number): void;
}

export function startUpload({ blob, name, url, onUrl, onProgress }: SendOrder): RunningUpload {
  let silence: ReturnType<typeof setTimeout> | undefined;
  let upload: Upload | undefined;
  const outcome = new Promise<UploadResult>((resolve) => {
    const end = (result: UploadResult) => {
      clearTimeout(silence);
      resolve(result);
    };
    const restartSilenceTimer = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        void upload?.abort();
        end({ kind: "lost" });
      }, SILENCE_TIMEOUT_MS);
    };
    upload = new Upload(blob, {
      // With a URL and no endpoint, the library queries the offset and never starts another upload.
      endpoint: url ? null : new URL(ENDPOINT, location.href).href,
      uploadUrl: url ?? null,
      metadata: { filename: name },
      // The tray stores URLs and retries itself.
      retryDelays: null,
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => {
        restartSilenceTimer();
        if (upload?.url) onUrl(upload.url);
      },
      onProgress: (sentBytes, total) => {
        restartSilenceTimer();
        onProgress(total > 0 ? sentBytes / total : 0);
      },
      onSuccess: () => end({ kind: "done" }),
      onError: (error) => end(outcomeOf(error)),
    });
    restartSilenceTimer();
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
    // A proxy's page.
  }
  return "Upload failed. Please try again.";
}

/** Complete; undefined if the server is unreachable. */
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

/** If this fails, the server's sweep removes it. */
export function deleteUpload(url: string): void {
  fetch(url, { method: "DELETE", headers: VERSION, keepalive: true }).catch(() => {});
}

export const uploadId = (url: string) => url.slice(url.lastIndexOf("/") + 1);
