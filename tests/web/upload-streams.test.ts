import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { type FileHandle, open, writeFile } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { ActionFunctionArgs } from "@remix-run/node";
import express from "express";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { users } from "~/db/schema";
import { env } from "~/env.server";
import { endUserSessions, startSession } from "~/features/accounts/sessions.server";
import { apiResource, write as writeCall } from "~/http/api/resource.server";
import { readMultipart } from "~/http/body/multipart.server";
import { pageAction } from "~/http/page/page.server";
import { readForm } from "~/http/page/submitted-form.server";
import type { UploadedFile } from "~/lib/forms";
import { MAX_FILE_BYTES } from "~/lib/images";
import { now } from "~/lib/time";
import { uploadHandler } from "~/server/uploads/handler";
import { diskFailures } from "~/services/log/faults.server";
import { log } from "~/services/log/log.server";
import { countUploadsInProgress, UploadInProgress } from "~/services/uploads/budget.server";
import { MultipartFiles } from "~/services/uploads/multipart-files.server";
import { makeUser } from "../support/make-rows";
import { changeRow } from "../support/rows";
import { emptyUploadsForEachTest, filesInUploads } from "../support/uploads";

emptyUploadsForEachTest();
// Also after a failure: a mocked write that never ends would block every later test.
afterEach(() => void vi.restoreAllMocks());

const KB = 1024;
const PIECE = 64 * KB;
const TOO_LARGE = "That is too large to be accepted.";
const write = { audience: "member", body: "files", limit: [] } as const;

const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileHead = (name: string, filename: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\n\r\n`;
const file = (name: string, filename: string, content: string) => `${fileHead(name, filename)}${content}\r\n`;
const END = "--b--\r\n";

/** The test sends the body in pieces. */
function upload(token: string, type = "multipart/form-data; boundary=b") {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const client = new AbortController();
  const request = new Request("http://localhost/api/v1/things", {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": type },
    body: readable,
    signal: client.signal,
    duplex: "half",
  } as RequestInit);
  const context = { requestId: "r", nonce: "n", clientAddress: "127.0.0.1", drained: async () => true };
  return {
    args: { request, params: {}, context } as unknown as ActionFunctionArgs,
    send: (text: string | Uint8Array) => writer.write(typeof text === "string" ? Buffer.from(text) : text),
    sendPieces: async (count: number) => {
      for (let index = 0; index < count; index++) await writer.write(Buffer.alloc(PIECE, 97));
    },
    /** A refused body is no longer read. */
    end: async (text: string | Uint8Array = END) => {
      await writer.write(Buffer.from(text)).catch(() => undefined);
      await writer.close().catch(() => undefined);
    },
    goAway: () => {
      client.abort();
      return writer.abort(new Error("aborted"));
    },
  };
}

const member = () => startSession(makeUser().id, "");

type Seen = { title?: string | undefined; files: Record<string, UploadedFile[]>; onDisk: number[] };

/** Returns the received values. */
function receiver() {
  const rules = { about: "Things" };
  const route = apiResource("/api/v1/things", rules, {
    "POST /": writeCall({
      ...write,
      name: "sayWhatCame",
      summary: "Say what came in",
      input: z.object({ title: z.string().optional() }),
      files: ["photos"],
      response: z.object({}).loose(),
      run: async ({ input, files }) => {
        const onDisk = Object.values(files).flatMap((list) => list.map((storedFile) => statSync(storedFile.path).size));
        return { body: { title: input.title, files, onDisk } };
      },
    }),
  });
  return {
    async answer(args: ActionFunctionArgs) {
      const response = (await route.action(args)) as Response;
      return {
        status: response.status,
        headers: response.headers,
        json: (await response.json()) as Seen & { message: string },
      };
    },
  };
}

async function answerTo(body: string, token = member(), type?: string) {
  const request = upload(token, type);
  const response = receiver().answer(request.args);
  await request.end(body);
  return response;
}

async function startResumable(token: string) {
  const site = express();
  site.use((_req, res, next) => {
    Object.assign(res.locals, { requestId: "r", clientAddress: "127.0.0.1" });
    next();
  }, uploadHandler());
  const server = site.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const headers = { Authorization: `Bearer ${token}`, "Tus-Resumable": "1.0.0" };
  return {
    call: (method: string, path: string, more: Record<string, string>) =>
      request({ port: (server.address() as AddressInfo).port, method, path, headers: { ...headers, ...more } }),
    answerTo: (request: ClientRequest) =>
      new Promise<IncomingMessage>((resolve, reject) => request.once("response", resolve).once("error", reject)),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

const temporary = () => path.join(env().UPLOADS_DIR, ".tmp");
const bytesSoFar = () => {
  const names = readdirSync(temporary(), { recursive: true, encoding: "utf8" });
  return names.reduce((sum, name) => {
    const stat = statSync(path.join(temporary(), name));
    return sum + (stat.isFile() ? stat.size : 0);
  }, 0);
};

async function fileHandlePrototype(): Promise<FileHandle> {
  const handle = await open(import.meta.filename);
  await handle.close();
  return Object.getPrototypeOf(handle);
}

describe("files", () => {
  test("are on the disk while they are being sent, and deleted after the response", async () => {
    const { args, send, sendPieces, end } = upload(member());
    const response = receiver().answer(args);
    await send(field("title", "Trip") + fileHead("photos", "a.jpg"));
    await sendPieces(64);
    await expect.poll(bytesSoFar).toBeGreaterThan(3 * KB * KB);
    await end(`\r\n${file("photos", "b.jpg", "short")}${END}`);
    const { status, json } = await response;
    expect([status, json.title]).toEqual([200, "Trip"]);
    expect(json.files.photos).toMatchObject([
      { filename: "a.jpg", size: 64 * PIECE },
      { filename: "b.jpg", size: 5 },
    ]);
    expect(json.onDisk).toEqual([64 * PIECE, 5]);
    expect([await filesInUploads(), readdirSync(temporary())]).toEqual([[], []]);
  });

  test.each([50, 1000, PIECE])("are stored as they were sent, in chunks of %i bytes", async (size) => {
    const contents = [randomBytes(2 * size), randomBytes(10), randomBytes(3 * size + 1)];
    const parts = contents.flatMap((bytes, index) => [fileHead("photos", `${index}.jpg`), bytes, "\r\n"]);
    const body = Buffer.concat([...parts, END].map((part) => Buffer.from(part)));
    const { args, send, end } = upload(member());
    const storage = new MultipartFiles(1);
    const reading = readMultipart(args.request, 1e9, storage);
    let at = 0;
    for (; at + size < body.length; at += size) await send(body.subarray(at, at + size));
    await end(body.subarray(at));
    const { files } = await reading;
    expect(files.photos!.map(({ path }) => readFileSync(path).equals(contents.shift()!))).toEqual([true, true, true]);
    await storage.drop();
  });

  test("are read no faster than the disk writes them", async () => {
    const { args, send } = upload(member());
    const prototype = await fileHandlePrototype();
    const write = vi.spyOn(prototype, "write").mockReturnValue(new Promise<never>(() => {}));
    const storage = new MultipartFiles(1);
    void readMultipart(args.request, 1e9, storage);
    let sentBytes = 0;
    const sending = (async () => {
      await send(fileHead("photos", "a.jpg"));
      for (;;) {
        await send(Buffer.alloc(PIECE));
        sentBytes += PIECE;
      }
    })();
    void sending;
    await vi.waitFor(() => expect(write).toHaveBeenCalled(), { timeout: 60_000 });
    // Longer than sending everything without backpressure.
    for (let turn = 0; turn < 500; turn++) await new Promise(setImmediate);
    expect(sentBytes).toBeLessThan(1000 * KB);
    vi.restoreAllMocks();
    await storage.drop();
  });

  test("past 20 MB are counted and not written any further", async () => {
    const { args, send, sendPieces, end } = upload(member());
    const response = receiver().answer(args);
    await send(fileHead("photos", "a.jpg"));
    await sendPieces(MAX_FILE_BYTES / PIECE + 3);
    await end(`\r\n${END}`);
    const { json } = await response;
    expect(json.files.photos).toMatchObject([{ size: MAX_FILE_BYTES + 3 * PIECE }]);
    expect(json.onDisk).toEqual([MAX_FILE_BYTES]);
  });

  test("an empty file field is ignored and writes nothing; a chosen empty file is stored", async () => {
    const emptyAnswer = await answerTo(field("title", "Trip") + file("photos", "", "") + END);
    expect(emptyAnswer.json).toMatchObject({ title: "Trip", files: {} });
    expect(readdirSync(env().UPLOADS_DIR)).toEqual([]);
    const twoFiles = file("photos", "empty.jpg", "") + file("__proto__", "p.jpg", "x") + END;
    const expected = { files: { photos: [{ filename: "empty.jpg", size: 0 }] }, onDisk: [0, 1] };
    expect((await answerTo(twoFiles, member(), "Multipart/Form-Data; boundary=b")).json).toMatchObject(expected);
  });

  test("more than 20 are refused", async () => {
    const files = (count: number) =>
      Array.from({ length: count }, (_, index) => file("photos", `${index}.jpg`, "x")).join("");
    const result = await answerTo(files(21) + END);
    expect(result).toMatchObject({ status: 400, json: { message: "Too many files were sent at once." } });
    expect((await answerTo(files(20) + END)).json.files.photos).toHaveLength(20);
    expect(await filesInUploads()).toEqual([]);
  });
});

const ADMIN = { role: "admin" } as const;
const LOST: [string, object, (id: number) => void, number][] = [
  ["has logged out elsewhere", {}, (id: number) => endUserSessions(id), 401],
  ["is deactivated", {}, (id: number) => changeRow(users, id, { active: false }), 401],
  ["is suspended", {}, (id: number) => changeRow(users, id, { suspendedUntil: now() + 1_000_000 }), 403],
  ["is an admin no more", ADMIN, (id: number) => changeRow(users, id, { role: "user" }), 403],
];

test.each(LOST)(
  "a text that arrives slowly, without permission any more, writes nothing: %s",
  async (_, input, change, status) => {
    const { id } = makeUser(input);
    const { args, send, end } = upload(startSession(id, ""), "application/json");
    const response = receiver().answer(args);
    await send('{"title":');
    await send('"Trip"');
    change(id);
    await end("}");
    expect((await response).status).toBe(status);
  },
);

test.each(LOST)("a long upload without permission any more writes nothing: %s", async (_, input, change, status) => {
  const { id } = makeUser(input);
  const { args, send, sendPieces, end } = upload(startSession(id, ""));
  const response = receiver().answer(args);
  await send(field("title", "Trip") + fileHead("photos", "a.jpg"));
  await sendPieces(16);
  await expect.poll(bytesSoFar).toBeGreaterThan(0);
  change(id);
  await end(`\r\n${END}`);
  expect([(await response).status, await filesInUploads()]).toEqual([status, []]);
});

describe("text besides files", () => {
  test("of 250 KB is accepted with a large file, in any order", async () => {
    const { args, send, sendPieces, end } = upload(member());
    const response = receiver().answer(args);
    await send(fileHead("photos", "a.jpg"));
    await sendPieces(160);
    await send("\r\n");
    await end(field("title", "x".repeat(250 * KB)) + END);
    const { status, json } = await response;
    expect([status, json.title?.length]).toEqual([200, 250 * KB]);
  });

  test.each([
    ["in a field", field("title", "x".repeat(400 * KB))],
    ["in many", field("title", "x".repeat(1 * KB)).repeat(400)],
    ["without a name", `--b\r\nContent-Disposition: form-data\r\n\r\n${"x".repeat(400 * KB)}\r\n`],
  ])("of 400 KB is refused: %s", async (_, text) => {
    const { args, send, end } = upload(member());
    const response = receiver().answer(args);
    await send(file("photos", "a.jpg", "x".repeat(100)));
    for (let index = 0; index < text.length; index += PIECE)
      await Promise.race([send(text.slice(index, index + PIECE)), response]);
    void end();
    expect(await response).toMatchObject({ status: 413, json: { message: TOO_LARGE } });
    expect(await filesInUploads()).toEqual([]);
  });
});

describe("an upload that breaks off", () => {
  test.each([
    ["the client goes away", (request: ReturnType<typeof upload>) => request.goAway()],
    ["the body ends", (request: ReturnType<typeof upload>) => request.end("")],
  ])("leaves no file and frees its place, if %s", async (_, breakOff) => {
    const token = member();
    const request = upload(token);
    const response = receiver().answer(request.args);
    await request.send(fileHead("photos", "a.jpg"));
    await request.sendPieces(30);
    await expect.poll(bytesSoFar).toBeGreaterThan(0);
    await breakOff(request);
    expect(await response).toMatchObject({ status: 400, json: { message: "The request could not be read." } });
    expect(readdirSync(temporary())).toEqual([]);
    expect(countUploadsInProgress()).toBe(0);
    expect((await answerTo(file("photos", "b.jpg", "x") + END, token)).status).toBe(200);
  });

  test("leaves no file if the bytes after it are no part", async () => {
    const answer = await answerTo(`${file("photos", "a.jpg", "x")}--b\r\n${"y".repeat(10 * KB)}`);
    expect(answer).toMatchObject({ status: 400, json: { message: "The request could not be read." } });
    expect(readdirSync(temporary())).toEqual([]);
  });
});

describe("a disk that refuses", () => {
  const CANNOT_STORE = "We cannot store photos at the moment. Nothing is lost; please try again later.";
  const body = field("before", "one") + fileHead("photos", "a.jpg");

  /**
   * One piece per file.
   * @returns the logged lines
   */
  async function fillDisk(code: string) {
    const prototype = await fileHandlePrototype();
    const write = prototype.write;
    let pieces = 0;
    vi.spyOn(prototype, "write").mockImplementation(async function (this: FileHandle, ...args: never[]) {
      if ((pieces += 1) === 1) return write.apply(this, args as never);
      await new Promise(setImmediate);
      throw Object.assign(new Error(`${code}: it refuses, write`), { code });
    } as never);
    const errors: unknown[] = [];
    vi.spyOn(log, "error").mockImplementation(((facts: { err: unknown }) => errors.push(facts.err)) as never);
    return errors;
  }
  async function large({ send, sendPieces, end }: ReturnType<typeof upload>, firstAnswer: Promise<unknown>) {
    await send(body);
    await Promise.race([sendPieces(64), firstAnswer]);
    await Promise.race([end(`\r\n${field("after", "two")}${END}`), firstAnswer]);
  }

  test.each(["ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EIO", "EACCES"])(
    "%s is 507 for a call, and a fault in the log",
    async (code) => {
      const errors = await fillDisk(code);
      const before = diskFailures.count;
      const request = upload(member());
      const response = receiver().answer(request.args);
      await large(request, response);
      expect(await response).toMatchObject({ status: 507, json: { status: "error", message: CANNOT_STORE } });
      expect(errors).toMatchObject([{ code }]);
      expect(diskFailures.count).toBe(before + 1);
      expect([readdirSync(temporary()), await filesInUploads()]).toEqual([[], []]);
    },
  );

  test("a form gets back what was typed before and after the file", async () => {
    await fillDisk("ENOSPC");
    const uploadRequest = upload(member());
    const response = pageAction({ ...write, run: ({ request }) => readForm(request) })(uploadRequest.args);
    await large(uploadRequest, response);
    expect(await response).toMatchObject({
      data: { message: CANNOT_STORE, values: { before: "one", after: "two" } },
      init: { status: 507 },
    });
  });

  test("any other fault stays one", async () => {
    await writeFile(temporary(), "A file where the folder would have to be made.");
    expect((await answerTo(file("photos", "b.jpg", "x") + END)).status).toBe(500);
  });

  test("a resumable upload is refused with the same message, and continues from the received bytes", async () => {
    const { call, answerTo: readAnswer, close } = await startResumable(member());
    const creation = await readAnswer(call("POST", "/uploads", { "Upload-Length": "200000" }).end());
    const errors = await fillDisk("ENOSPC");
    const piece = (offset: number, bytes: number) =>
      call("PATCH", creation.headers.location!, {
        "Upload-Offset": String(offset),
        "Content-Type": "application/offset+octet-stream",
        "Content-Length": String(bytes),
      });
    const first = await readAnswer(piece(0, 1000).end(Buffer.alloc(1000)));
    expect(first.statusCode).toBe(204);
    const full = await readAnswer(piece(1000, 199_000).end(Buffer.alloc(199_000)));
    expect(full.statusCode).toBe(507);
    expect(JSON.parse((await full.toArray()).join(""))).toEqual({ status: "error", message: CANNOT_STORE, errors: {} });
    expect(errors).toMatchObject([{ code: "ENOSPC" }]);
    vi.restoreAllMocks();
    const head = await readAnswer(call("HEAD", creation.headers.location!, {}).end());
    expect(head.headers["upload-offset"]).toBe("1000");
    await close();
  });
});

describe("an upload over the budget of bytes", () => {
  const TOO_MANY = "Too many photos are being uploaded right now. Please try again in a moment.";
  const FULL_REQUEST = 101 * KB * KB;
  const others: UploadInProgress[] = [];
  /** @param bytes in progress */
  const fillBudget = (bytes = 0) => {
    for (let userId = 9_001; userId <= 9_006; userId++) others.push(new UploadInProgress(userId));
    for (const upload of others.slice(1)) upload.add(FULL_REQUEST);
    others[0]!.add(FULL_REQUEST - bytes);
  };
  const freeBudget = () => {
    for (const upload of others.splice(0)) upload.end();
  };
  afterEach(freeBudget);

  test("is 429 for a call, and taken when others have ended", async () => {
    fillBudget();
    const token = member();
    const photo = file("photos", "a.jpg", "x") + END;
    const result = await answerTo(photo, token);
    expect(result).toMatchObject({ status: 429, json: { message: TOO_MANY } });
    expect(result.headers.get("retry-after")).toBe("10");
    // Only file bytes count.
    expect((await answerTo(field("title", "Trip") + END, token)).status).toBe(200);
    freeBudget();
    expect((await answerTo(photo, token)).status).toBe(200);
  });

  test("is refused in the middle too: its files go at once, and the form gets back what was typed", async () => {
    const { args, send, sendPieces, end } = upload(member());
    const response = pageAction({ ...write, run: ({ request }) => readForm(request) })(args);
    await send(field("before", "one") + fileHead("photos", "a.jpg"));
    await sendPieces(16);
    await expect.poll(bytesSoFar).toBe(16 * PIECE);
    fillBudget(16 * PIECE);
    await sendPieces(16);
    await expect.poll(() => readdirSync(temporary())).toEqual([]);
    expect(countUploadsInProgress()).toBe(others.length);
    await end(`\r\n${field("after", "two")}${END}`);
    expect(await response).toMatchObject({
      data: { message: TOO_MANY, values: { before: "one", after: "two" } },
      init: { status: 429, headers: { "Retry-After": "10" } },
    });
  });

  test("in pieces keeps the received bytes", async () => {
    const { call, answerTo: readAnswer, close } = await startResumable(member());
    const creation = await readAnswer(call("POST", "/uploads", { "Upload-Length": "2000" }).end());
    const piece = (offset: number) =>
      readAnswer(
        call("PATCH", creation.headers.location!, {
          "Upload-Offset": String(offset),
          "Content-Type": "application/offset+octet-stream",
          "Content-Length": "1000",
        }).end(Buffer.alloc(1000)),
      );
    expect((await piece(0)).statusCode).toBe(204);
    fillBudget();
    const result = await piece(1000);
    expect([result.statusCode, result.headers["retry-after"]]).toEqual([429, "10"]);
    expect(JSON.parse((await result.toArray()).join(""))).toEqual({ status: "fail", message: TOO_MANY, errors: {} });
    const head = await readAnswer(call("HEAD", creation.headers.location!, {}).end());
    expect(head.headers["upload-offset"]).toBe("1000");
    await close();
  });

  test("one user may have the bytes of one full request in progress, whatever others send", () => {
    const [first, second, otherUpload] = [1, 1, 2].map((userId) => new UploadInProgress(userId));
    others.push(first!, second!, otherUpload!);
    first!.add(FULL_REQUEST - 1);
    second!.add(1);
    expect(() => second!.add(1)).toThrow(TOO_MANY);
    otherUpload!.add(FULL_REQUEST);
    first!.end();
    second!.add(1);
  });
});
