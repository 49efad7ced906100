import type { ServerResponse } from "node:http";

type Patched<Method extends keyof ServerResponse> = ServerResponse[Method] & ((...all: unknown[]) => never);

/** While the headers can still be set. */
export function beforeHead(res: ServerResponse, task: (status: number) => void): void {
  const { writeHead } = res;
  res.writeHead = ((status: number, ...rest: never[]) => {
    task(status);
    return writeHead.call(res, status, ...rest);
  }) as Patched<"writeHead">;
}

/**
 * Delays the end of a response; earlier data is sent.
 * @param hold called at the end; undefined: no wait
 */
export function beforeEnd(res: ServerResponse, hold: () => Promise<unknown> | undefined): void {
  const { write, end } = res as unknown as Record<string, (...all: unknown[]) => never>;
  res.end = ((...all: unknown[]) => {
    res.end = end as Patched<"end">;
    const release = hold();
    if (!release) return end!.apply(res, all);
    if (typeof all[0] === "string" || all[0] instanceof Uint8Array) {
      write!.call(res, ...all.filter((part) => typeof part !== "function"));
    } else if (!res.headersSent) res.flushHeaders();
    void release.then(() => end!.call(res));
    return res;
  }) as Patched<"end">;
}

/**
 * Captures the body instead of sending it.
 * @param isWanted called at the first byte; if false, the body is sent as usual
 * @param sendBody receives the complete body, and sends it
 */
export function captureBody(res: ServerResponse, isWanted: () => boolean, sendBody: (body: Buffer) => void): void {
  const { write, end } = res as unknown as Record<string, (...all: unknown[]) => never>;
  const chunks: Buffer[] = [];
  let isCaptured: boolean | undefined;
  const shouldCapture = () => (isCaptured ??= isWanted());
  res.write = ((chunk: Uint8Array, ...rest: unknown[]) => {
    if (!shouldCapture()) return write!.call(res, chunk, ...rest);
    chunks.push(Buffer.from(chunk));
    const callback = rest.at(-1);
    if (typeof callback === "function") callback();
    return true;
  }) as Patched<"write">;
  res.end = ((...all: unknown[]) => {
    const complete = shouldCapture() && !res.writableEnded;
    res.write = write as Patched<"write">;
    res.end = end as Patched<"end">;
    if (!complete) return end!.apply(res, all);
    if (typeof all[0] === "string" || all[0] instanceof Uint8Array) chunks.push(Buffer.from(all[0] as string));
    sendBody(Buffer.concat(chunks));
    return res;
  }) as Patched<"end">;
}
