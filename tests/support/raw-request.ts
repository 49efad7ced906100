import { type IncomingHttpHeaders, request } from "node:http";
import { checkAnswer, isApi } from "./api-answers";

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

interface RawRequest {
  method?: string;
  /** Sent as it is, which `fetch` would tidy up. */
  path?: string;
  /** Sent exactly these (and Host, Connection); nothing is added as `fetch` does. */
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** One HTTP request with full control over path and headers. */
export async function rawRequest(url: string, asked: RawRequest): Promise<RawAnswer> {
  const answer = await send(url, asked);
  const path = (asked.path ?? "/").replace(/[?#].*$/, "");
  // Refused by Node's parser, before anybody knew which address it was for.
  const unread = answer.headers["x-request-id"] === undefined && answer.body === "";
  if (isApi(path) && !unread) {
    const contentType = answer.headers["content-type"] ?? "";
    await checkAnswer({ method: asked.method ?? "GET", path, status: answer.status, contentType, text: answer.body });
  }
  return answer;
}

function send(url: string, { method = "GET", path = "/", headers = {}, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const call = request(
      { hostname, port, method, path, headers: { ...length, ...headers }, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text });
        });
      },
    );
    call.once("error", reject);
    call.end(body);
  });
}
