import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { htmlAsJpeg, hugePixelPng, jpegWithExif, photograph } from "../support/images";
import type { Owner } from "../support/members";
import { sharedServer } from "../support/server";
import { nameOf, PIECE, type TusClient, tusClient } from "../support/tus";

const GONE = "One of the photos is no longer available. Please choose it again.";
const SAAB = { make: "Saab", model: "96", year: "1972" };
const MB = 1024 * 1024;

const server = await sharedServer();
let owner: Owner;
let tus: TusClient;

const photo = await photograph({ width: 1200, height: 800 });

beforeEach(async () => {
  owner = await server.signUpWithGarage("Tus Owner");
  tus = tusClient(owner.browser);
});

const filesOf = (folder: string) => {
  const place = path.join(folder, ".resumable");
  return existsSync(place) ? readdirSync(place) : [];
};
const waiting = (id: string) => filesOf(server.uploadsDir).includes(id);
const idOf = (address: string) => address.slice("/uploads/".length);
const photosOf = (location: string) =>
  server.values(
    "SELECT photo FROM photos WHERE vehicle_id = ? ORDER BY position",
    /\d+/.exec(location)![0],
  ) as string[];

describe("a photo in pieces", () => {
  test("is interrupted, continues, and becomes a photo of the form that names it", async () => {
    const address = await tus.begin("red.jpg", photo.length);
    expect(address).toMatch(/^\/uploads\/[0-9a-f]{32}$/);
    const first = tus.hang(address, 0, photo, 20_000);
    const file = path.join(server.uploadsDir, ".resumable", idOf(address));
    await expect.poll(() => statSync(file).size).toBe(20_000);
    first.cut();
    expect(await tus.offset(address)).toBe(20_000);
    const part = await tus.patch(address, 20_000, photo.subarray(20_000, 30_000));
    expect([part.status, part.headers.get("upload-offset")]).toEqual([204, "30000"]);
    expect(new Date(part.headers.get("upload-expires")!).getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    const rest = await tus.patch(address, 30_000, photo.subarray(30_000));
    expect([rest.status, rest.headers.get("upload-expires"), statSync(file).mode & 0o777]).toEqual([204, null, 0o600]);

    const second = await tus.upload("small.jpg", await jpegWithExif());
    const response = await owner.browser.submit("/vehicles/new", { ...SAAB, uploads: `${second}, ${idOf(address)}` });
    expect(response.status).toBe(302);
    expect(photosOf(response.location).map((name) => /_(\d+x\d+)_/.exec(name)?.[1])).toEqual(["120x80", "1200x800"]);
    expect([waiting(second), waiting(idOf(address)), await tus.offset(address)]).toEqual([false, false, 404]);
    const secondResponse = await owner.browser.submit("/vehicles/new", { ...SAAB, model: "99", uploads: second });
    expect([secondResponse.status, secondResponse.page.fieldError("photos")]).toEqual([400, GONE]);
  });

  test("comes with its announcement too, by bearer, and can be taken back", async () => {
    const token = await server.bearerOf(owner);
    const bearer = tusClient(server.visitor(), token);
    const length = { "Upload-Length": String(photo.length), "Upload-Metadata": nameOf("päddock.jpg") };
    const creation = await bearer.send("POST", "/uploads", { ...PIECE, ...length }, photo.subarray(0, 5_000));
    expect([creation.status, creation.headers.get("upload-offset")]).toEqual([201, "5000"]);
    expect(creation.headers.get("upload-expires")).not.toBeNull();
    const address = creation.headers.get("location")!;
    const head = await tus.send("HEAD", address);
    expect(head.headers.get("upload-length")).toBe(String(photo.length));
    expect(head.headers.get("upload-metadata")).toBe(nameOf("päddock.jpg"));
    expect(head.headers.get("cache-control")).toBe("private, no-store");
    expect(head.headers.get("access-control-allow-origin")).toBeNull();
    expect((await tus.send("DELETE", address)).status).toBe(204);
    expect([await tus.offset(address), waiting(idOf(address))]).toEqual([404, false]);
    // Our script's: browsers log a 404 as an error.
    expect((await tus.send("HEAD", `${address}?look`)).status).toBe(204);
    const options = await server.visitor().fetch("/uploads", { method: "OPTIONS" });
    expect([options.status, options.headers.get("tus-version")]).toEqual([204, "1.0.0"]);
    expect(options.headers.get("tus-max-size")).toBe(String(20 * MB));
    expect(options.headers.get("tus-extension")).toBe("creation,creation-with-upload,termination,expiration");
  });

  test("may run next to another one; a new request takes over from a hanging connection", async () => {
    const [firstUpload, secondUpload] = [
      await tus.begin("1.jpg", photo.length),
      await tus.begin("2.jpg", photo.length),
    ];
    const hung = tus.hang(firstUpload, 0, photo, 1_000);
    const file = path.join(server.uploadsDir, ".resumable", idOf(firstUpload));
    await expect.poll(() => statSync(file).size).toBe(1_000);
    expect([(await tus.patch(secondUpload, 0, photo)).status, await tus.offset(firstUpload)]).toEqual([204, 1_000]);
    expect((await tus.patch(firstUpload, 0, photo)).status).toBe(409);
    expect((await tus.patch(firstUpload, 1_000, photo.subarray(1_000))).status).toBe(204);
    hung.cut();
    const response = await owner.browser.submit("/vehicles/new", {
      ...SAAB,
      uploads: `${idOf(firstUpload)},${idOf(secondUpload)}`,
    });
    expect(photosOf(response.location)).toHaveLength(2);
  });
});

describe("refused", () => {
  test("no picture: with the form's message, and deleted at once", async () => {
    for (const [name, bytes] of [
      ["page.jpg", htmlAsJpeg()],
      ["bomb.png", hugePixelPng()],
      ["cut.jpg", photo.subarray(0, 3)],
    ] as const) {
      const files = { photos: [{ name, bytes }] };
      const form = await owner.browser.submit("/vehicles/new", SAAB, files);
      const address = await tus.begin(name, bytes.length);
      const answer = await tus.patch(address, 0, bytes);
      const { status, message } = (await answer.json()) as { status: string; message: string };
      expect([answer.status, status, message]).toEqual([400, "fail", form.page.fieldError("photos")]);
      expect([await tus.offset(address), waiting(idOf(address))]).toEqual([404, false]);
    }
  });

  const announce = (headers: Record<string, string>) => tus.send("POST", "/uploads", headers);
  const bodyOf = async (answer: Response) => (await answer.json()) as { message: string };

  test("too large, and what makes no sense", async () => {
    const large = await announce({ "Upload-Length": String(20 * MB + 1), "Upload-Metadata": nameOf("big.png") });
    expect([large.status, (await bodyOf(large)).message]).toEqual([
      413,
      "“big.png” is larger than 20 MB. PNG, JPEG or GIF, up to 20 MB each.",
    ]);
    const nonsense: [Record<string, string>, number][] = [
      [{}, 400],
      [{ "Upload-Length": "-1" }, 400],
      [{ "Upload-Length": "12.5" }, 400],
      [{ "Upload-Length": "x" }, 400],
      [{ "Upload-Length": "0" }, 400],
      [{ "Upload-Length": "9", "Upload-Metadata": "filename !!" }, 400],
      [{ "Upload-Length": "9", "Tus-Resumable": "0.9.0" }, 400],
      [{ "Upload-Defer-Length": "1" }, 400],
      [{ "Upload-Length": "9", "Upload-Concat": "partial" }, 400],
    ];
    for (const [headers, status] of nonsense) {
      const answer = await announce(headers);
      expect([headers, answer.status, await bodyOf(answer)]).toMatchObject([headers, status, { status: "fail" }]);
    }
    expect((await announce({ "Upload-Length": "9", "X-Forwarded-Proto": "https, http" })).status).toBe(201);
    const old = await owner.browser.fetch("/uploads", { method: "POST", headers: { Origin: owner.browser.url } });
    expect([old.status, old.headers.get("tus-version")]).toEqual([412, "1.0.0"]);
    const address = await tus.begin("a.jpg", 10);
    expect((await tus.send("PATCH", address, PIECE, Buffer.from("x"))).status).toBe(400);
    expect((await tus.send("PATCH", address, { "Upload-Offset": "0" }, Buffer.from("x"))).status).toBe(400);
    expect((await tus.patch(address, 0, Buffer.alloc(11))).status).toBe(413);
    expect((await tus.patch(address, 3, Buffer.alloc(2))).status).toBe(409);
    expect((await tus.patch("/uploads/../x", 0, Buffer.alloc(2))).status).not.toBe(204);
    expect((await tus.patch(`/uploads/${"0".repeat(32)}`, 0, Buffer.alloc(2))).status).toBe(404);
    expect(await tus.offset(address)).toBe(0);
  });

  test("to others: no word of it", async () => {
    const stranger = await server.signUpWithGarage("Stranger");
    const id = await tus.upload("mine.jpg", photo);
    expect((await tusClient(stranger.browser).send("HEAD", `/uploads/${id}`)).status).toBe(404);
    expect((await tusClient(stranger.browser).send("HEAD", `/uploads/${id}?look`)).status).toBe(204);
    expect((await tusClient(server.visitor()).send("HEAD", `/uploads/${id}`)).status).toBe(401);
    expect(waiting(id)).toBe(true);
  });

  test("the twenty-first unfinished one", async () => {
    for (let index = 0; index < 20; index += 1) await tus.begin(`${index}.jpg`, 10);
    const answer = await announce({ "Upload-Length": "10" });
    expect([answer.status, (await bodyOf(answer)).message]).toEqual([
      429,
      "Too many of your photos are still being uploaded. Please finish those first.",
    ]);
    const files = filesOf(server.uploadsDir);
    const rows = server.values("SELECT id FROM uploads") as string[];
    expect(files.sort()).toEqual(rows.sort());
  });
});
