import { request } from "node:http";
import type { Browser } from "./browser-like";

/** With a session or bearer token. */
export interface TusClient {
  /** `path` begins with /uploads. */
  send(method: string, path: string, headers?: Record<string, string>, body?: Uint8Array): Promise<Response>;
  /** @returns its address */
  begin(name: string, size: number): Promise<string>;
  patch(path: string, offset: number, bytes: Uint8Array): Promise<Response>;
  /**
   * `patch` over a separate connection.
   * @returns the status
   */
  patchAlone(path: string, offset: number, bytes: Uint8Array): Promise<number>;
  /** Received; or the status without such an upload. */
  offset(path: string): Promise<number>;
  /** @returns its id */
  upload(name: string, bytes: Uint8Array): Promise<string>;
  /** Sends the first `part`, and hangs until `cut`. */
  hang(path: string, offset: number, bytes: Uint8Array, sentBytes: number): { cut(): void };
}

export const TUS = { "Tus-Resumable": "1.0.0" };
export const PIECE = { ...TUS, "Content-Type": "application/offset+octet-stream" };

export const nameOf = (text: string) => `filename ${Buffer.from(text).toString("base64")}`;

export function tusClient(browser: Browser, token?: string): TusClient {
  const authHeaders: Record<string, string> =
    token === undefined
      ? { Origin: browser.url, "Sec-Fetch-Site": "same-origin" }
      : { Authorization: `Bearer ${token}` };
  const send: TusClient["send"] = (method, path, headers = {}, body) =>
    browser.fetch(path, {
      method,
      headers: { ...authHeaders, ...TUS, ...headers },
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
  const patch: TusClient["patch"] = (path, offset, bytes) =>
    send("PATCH", path, { ...PIECE, "Upload-Offset": String(offset) }, bytes);
  const begin: TusClient["begin"] = async (name, size) => {
    const response = await send("POST", "/uploads", { "Upload-Length": String(size), "Upload-Metadata": nameOf(name) });
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
    return response.headers.get("location")!;
  };
  const openRequest = (path: string, offset: number, length: number) =>
    request(new URL(path, browser.url), {
      method: "PATCH",
      agent: false,
      headers: {
        ...authHeaders,
        ...PIECE,
        Cookie: browser.cookieHeader,
        "Upload-Offset": String(offset),
        "Content-Length": String(length),
      },
    });
  return {
    send,
    begin,
    patch,
    patchAlone: (path, offset, bytes) =>
      new Promise((resolve, reject) => {
        const upload = openRequest(path, offset, bytes.length);
        upload.on("error", reject).on("response", (response) => {
          response.resume();
          resolve(response.statusCode!);
        });
        upload.end(bytes);
      }),
    offset: async (path) => {
      const response = await send("HEAD", path);
      return response.status === 200 ? Number(response.headers.get("upload-offset")) : response.status;
    },
    upload: async (name, bytes) => {
      const path = await begin(name, bytes.length);
      const response = await patch(path, 0, bytes);
      if (response.status !== 204) throw new Error(`${response.status} ${await response.text()}`);
      return path.slice("/uploads/".length);
    },
    hang: (path, offset, bytes, sentBytes) => {
      const upload = openRequest(path, offset, bytes.length);
      upload.on("error", () => {}).write(bytes.subarray(0, sentBytes));
      return { cut: () => void upload.destroy() };
    },
  };
}
