import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readTextBody } from "~/server/text-body";

/** A body on its way. */
function body(...chunks: (string | Uint8Array)[]) {
  const stream = new PassThrough();
  for (const chunk of chunks) stream.write(chunk);
  return { stream, read: (max: number) => readTextBody(stream as unknown as IncomingMessage, max) };
}

test("comes in pieces, of which one may end inside a letter; a byte order mark goes", async () => {
  const bytes = Buffer.from("\uFEFF{“Škoda”}");
  const { stream, read } = body(bytes.subarray(0, 6), bytes.subarray(6));
  stream.end();
  expect(await read(bytes.length)).toBe("{“Škoda”}");
});

test("none is an empty text", async () => {
  const { stream, read } = body();
  stream.end();
  expect(await read(0)).toBe("");
});

test("is not read past its limit, and the rest is left to whoever reads it away", async () => {
  const { stream, read } = body("1234", "5678", "90");
  expect(await read(7)).toBeUndefined();
  expect(stream.isPaused()).toBe(true);
  expect([stream.listenerCount("data"), stream.listenerCount("end")]).toEqual([0, 0]);
});

test("one that breaks off is no text, before it is read or while", async () => {
  const { stream, read } = body("12");
  const reading = read(7);
  stream.destroy();
  await expect(reading).rejects.toThrow("broke off");
  await expect(read(7)).rejects.toThrow("broke off");
});
