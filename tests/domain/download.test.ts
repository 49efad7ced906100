import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { downloadResponse, streamWithBackpressure } from "~/http/page/download.server";

function endless() {
  const progress = { chunks: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      progress.chunks += 1;
      controller.enqueue(new Uint8Array(1000));
    },
    cancel: () => {
      progress.cancelled = true;
    },
  });
  return { progress, body };
}

const request = new Request("http://localhost/");
const file = { filename: "a.zip", contentType: "application/zip" };

test("a download is produced no faster than it is read", async () => {
  const { progress, body } = endless();
  let release = () => {};
  const waiting = new Promise<boolean>((resolve) => {
    release = () => resolve(true);
  });
  const reader = downloadResponse({ ...file, body }, { request, drained: () => waiting }).body!.getReader();
  const first = reader.read();
  await new Promise(setImmediate);
  expect(progress.chunks).toBeLessThan(5);
  release();
  expect((await first).value).toHaveLength(1000);
  await reader.cancel();
  await expect.poll(() => progress.cancelled).toBe(true);
});

test("a download ends when its client disconnects", async () => {
  const { progress, body } = endless();
  const response = downloadResponse({ ...file, body }, { request, drained: async () => false });
  expect(await response.arrayBuffer()).toHaveProperty("byteLength", 0);
  await expect.poll(() => progress.cancelled).toBe(true);
});

test("HEAD produces nothing", () => {
  const head = new Request("http://localhost/", { method: "HEAD" });
  const response = downloadResponse({ ...file, body: endless().body }, { request: head, drained: async () => true });
  expect(response.body).toBeNull();
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="a.zip"');
});

const openStream = () => Readable.from([Buffer.from("one "), Buffer.from("two")], { objectMode: false });

test("a file is sent whole, as its client takes it", async () => {
  let requestCount = 0;
  const body = streamWithBackpressure(openStream(), async () => {
    requestCount += 1;
    return true;
  });
  expect(await new Response(body).text()).toBe("one two");
  expect(requestCount).toBeGreaterThan(1);
});

test("a file is closed when its client disconnects before the end", async () => {
  const stream = openStream();
  expect(await new Response(streamWithBackpressure(stream, async () => false)).text()).toBe("");
  expect(stream.destroyed).toBe(true);
  const cancelled = openStream();
  const reader = streamWithBackpressure(cancelled, async () => true).getReader();
  await reader.read();
  await reader.cancel();
  expect(cancelled.destroyed).toBe(true);
});

test("a failing file fails its body with the store's error", async () => {
  const error = new Error("away");
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from("one");
      throw error;
    })(),
  );
  await expect(new Response(streamWithBackpressure(broken, async () => true)).text()).rejects.toBe(error);
});
