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
  hang(path: string, offset: number, bytes: Uint8Array, part: number): { cut(): void };
}

export const TUS = { "Tus-Resumable": "1.0.0" };
export const PIECE = { ...TUS, "Content-Type": "application/offset+octet-stream" };

export const nameOf = (text: string) => `filename ${Buffer.from(text).toString("base64")}`;

export function tusClient(browser: Browser, token?: string): TusClient {
  const own: Record<string, string> =
    token === undefined
      ? { Origin: browser.url, "Sec-Fetch-Site": "same-origin" }
      : { Authorization: `Bearer ${token}` };
  const send: TusClient["send"] = (method, path, headers = {}, body) =>
    browser.fetch(path, {
      method,
      headers: { ...own, ...TUS, ...headers },
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
  const patch: TusClient["patch"] = (path, offset, bytes) =>
    send("PATCH", path, { ...PIECE, "Upload-Offset": String(offset) }, bytes);
  const begin: TusClient["begin"] = async (name, size) => {
    const answer = await send("POST", "/uploads", { "Upload-Length": String(size), "Upload-Metadata": nameOf(name) });
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.headers.get("location")!;
  };
  const alone = (path: string, offset: number, length: number) =>
    request(new URL(path, browser.url), {
      method: "PATCH",
      agent: false,
      headers: {
        ...own,
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
        const sent = alone(path, offset, bytes.length);
        sent.on("error", reject).on("response", (answer) => {
          answer.resume();
          resolve(answer.statusCode!);
        });
        sent.end(bytes);
      }),
    offset: async (path) => {
      const answer = await send("HEAD", path);
      return answer.status === 200 ? Number(answer.headers.get("upload-offset")) : answer.status;
    },
    upload: async (name, bytes) => {
      const path = await begin(name, bytes.length);
      const answer = await patch(path, 0, bytes);
      if (answer.status !== 204) throw new Error(`${answer.status} ${await answer.text()}`);
      return path.slice("/uploads/".length);
    },
    hang: (path, offset, bytes, part) => {
      const sent = alone(path, offset, bytes.length);
      sent.on("error", () => {}).write(bytes.subarray(0, part));
      return { cut: () => void sent.destroy() };
    },
  };
}
