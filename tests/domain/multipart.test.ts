import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readMultipart } from "~/http/body/multipart.server";

const FIELDS = '--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nHello\r\n--\r\n--b--';

/** @param size bytes per chunk */
function request(text: string, size: number): Request {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  const headers = { "Content-Type": "multipart/form-data; boundary=b" };
  const body = Readable.toWeb(Readable.from(chunks)) as BodyInit;
  return new Request("http://localhost/", { method: "POST", headers, body, duplex: "half" } as RequestInit);
}

test.each([
  ["nothing around the parts", FIELDS],
  ["an empty line first", `\r\n${FIELDS}\r\n`],
  ["a preamble", `This is a message with parts.\r\n-\r\n--\r\n${FIELDS}`],
  ["an epilogue", `${FIELDS}\r\nThe end.\r\n--b\r\n`],
])("a multipart body with %s is read, however it is split", async (_, body) => {
  for (let size = 1; size <= body.length; size++) {
    expect((await readMultipart(request(body, size), 10_000)).values).toEqual({ text: "Hello\r\n--" });
  }
});

test("a preamble counts towards the limit of a body", async () => {
  const long = `${"a".repeat(10_000)}\r\n${FIELDS}`;
  await expect(readMultipart(request(long, 500), 9_000)).rejects.toMatchObject({ code: "too_large" });
});

test.each(["no boundary at all", "--bee\r\n", `preamble${FIELDS}`.slice(0, 60)])("%j is refused", async (body) => {
  await expect(readMultipart(request(body, 7), 10_000)).rejects.toThrow();
});
