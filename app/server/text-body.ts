import type { IncomingMessage } from "node:http";

/** As the Fetch API reads text: a byte order mark goes, what is no UTF-8 is replaced. */
const UTF8 = new TextDecoder();

/**
 * Reads a body as text, straight from the connection: a stream around it and a `Request` around that cost more than a
 * small write itself.
 * @param max bytes
 * @returns undefined where it is longer; the rest is left unread, and the connection open for the answer
 * @throws Error where the body breaks off
 */
export function readTextBody(req: IncomingMessage, max: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const stop = () => req.off("data", take).off("end", finish).off("error", fail).off("close", fail);
    const take = (chunk: Buffer) => {
      received += chunk.length;
      chunks.push(chunk);
      if (received <= max) return;
      stop();
      req.pause();
      resolve(undefined);
    };
    const finish = () => {
      stop();
      resolve(UTF8.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    };
    const fail = (error?: Error) => {
      stop();
      reject(error ?? new Error("The body broke off."));
    };
    if (req.destroyed) return fail();
    req.on("data", take).once("end", finish).once("error", fail).once("close", fail);
  });
}
