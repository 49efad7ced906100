import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { streamWithBackpressure } from "~/http/page/download.server";

const file = () => Readable.from([Buffer.from("one "), Buffer.from("two")], { objectMode: false });

test("a file is sent whole, as its client takes it", async () => {
  let asked = 0;
  const body = streamWithBackpressure(file(), async () => {
    asked += 1;
    return true;
  });
  expect(await new Response(body).text()).toBe("one two");
  expect(asked).toBeGreaterThan(1);
});

test("a file is closed where its client has gone, before it is read to its end", async () => {
  const left = file();
  expect(await new Response(streamWithBackpressure(left, async () => false)).text()).toBe("");
  expect(left.destroyed).toBe(true);
  const cancelled = file();
  const reader = streamWithBackpressure(cancelled, async () => true).getReader();
  await reader.read();
  await reader.cancel();
  expect(cancelled.destroyed).toBe(true);
});

test("a file that breaks off breaks its body off, with what its store said", async () => {
  const error = new Error("away");
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from("one");
      throw error;
    })(),
  );
  await expect(new Response(streamWithBackpressure(broken, async () => true)).text()).rejects.toBe(error);
});
