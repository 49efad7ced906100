import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { rawSocket } from "../support/raw-socket";
import { sharedServer } from "../support/server";

const server = await sharedServer();
const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const TOO_LARGE = "That is too large to be accepted.";
const member = await server.signUp("Berta Bodies");

const send = (path: string, body: string, headers: Record<string, string>, method = "POST") =>
  server.ask({ method, path, headers, body });

describe("how large a body may be", () => {
  test("a visitor's form has 64 KB: the page comes back with its message, and with nothing of what was sent", async () => {
    const fits = await send("/login", `email=a%40example.com&password=${"p".repeat(63 * KILOBYTE)}`, FORM);
    expect(fits.status).toBe(400);
    const answer = await send("/login", `email=${"a".repeat(65 * KILOBYTE)}`, FORM);
    expect(answer.status).toBe(413);
    expect(answer.headers["content-type"]).toMatch(/^text\/html/);
    expect(answer.body).toContain(TOO_LARGE);
    expect(answer.body.length).toBeLessThan(64 * KILOBYTE);
  });

  test("a member's has 256 KB", async () => {
    const form = (size: number) => `text=${"a".repeat(size)}`;
    const headers = { ...FORM, Cookie: member.browser.cookieHeader, "Sec-Fetch-Site": "same-origin" };
    expect((await send("/settings", `intent=profile&${form(250 * KILOBYTE)}`, headers)).status).toBe(400);
    expect((await send("/settings", `intent=profile&${form(257 * KILOBYTE)}`, headers)).status).toBe(413);
  });

  test("a form has 500 fields, however it comes", async () => {
    const multipart = { "Content-Type": "multipart/form-data; boundary=x" };
    const part = (at: number) => `--x\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\na\r\n`;
    const fields = (count: number) => Array.from({ length: count }, (_, index) => index);
    const forms = (count: number): [string, Record<string, string>][] => [
      [
        fields(count)
          .map((at) => `f${at}=a`)
          .join("&"),
        FORM,
      ],
      [`${fields(count).map(part).join("")}--x--\r\n`, multipart],
    ];
    const TOO_MANY = "A form may have at most 500 fields.";
    for (const [body, headers] of forms(501)) {
      const page = await send("/forgot-password", body, headers);
      expect([page.status, page.body.includes(TOO_MANY)]).toEqual([400, true]);
    }
    for (const [body, headers] of forms(500)) {
      const page = await send("/forgot-password", body, headers);
      expect([page.status, page.body.includes(TOO_MANY)]).toEqual([200, false]);
    }
    const call = await send("/api/v1/users/forgotPassword", forms(501)[0]![0], FORM);
    expect([call.status, JSON.parse(call.body)]).toEqual([400, { status: "fail", message: TOO_MANY, errors: {} }]);
  });

  test("files are accepted from any session, on a route that takes files", async () => {
    const type = { "Content-Type": "multipart/form-data; boundary=x" };
    const body = `--x\r\nContent-Disposition: form-data; name="email"; filename="a"\r\n\r\n${"a".repeat(300 * KILOBYTE)}\r\n--x--\r\n`;
    expect((await send("/login", body, type)).status).toBe(413);
    expect((await send("/vehicles/1", body, type)).status).toBe(302);
    const memberHeaders = { ...type, Cookie: member.browser.cookieHeader, "Sec-Fetch-Site": "same-origin" };
    expect((await send("/toolbox", body, memberHeaders)).status).toBe(413);
  });
});

describe("text that is not UTF-8", () => {
  const NOT_UTF8 = "The text is not UTF-8, so it cannot be read.";
  const ONLY_UTF8 = "Text is accepted in UTF-8 only.";
  const CALL = "/api/v1/users/forgotPassword";
  const PAGE = "/forgot-password";
  const json = (charset: string) => ({ "Content-Type": `application/json${charset}` });
  const form = (charset: string) => ({ "Content-Type": `${FORM["Content-Type"]}${charset}` });
  const latin = (text: string) => Buffer.from(text, "latin1");

  async function refusal(path: string, body: string | Buffer, headers: Record<string, string>) {
    const answer = await server.ask({ method: "POST", path, headers, body });
    return [answer.status, [NOT_UTF8, ONLY_UTF8].find((text) => answer.body.includes(text))];
  }

  test.each<[charset: string, status: number, said?: string]>([
    ["; charset=utf-8", 200],
    ['; CHARSET="UTF-8"', 200],
    [";charset=utf8", 200],
    ["; charset=iso-8859-1", 415, ONLY_UTF8],
    ['; boundary=x; charset="windows-1252"', 415, ONLY_UTF8],
    ["; charset=utf-16le", 415, ONLY_UTF8],
    ["; charset=nonsense", 415, ONLY_UTF8],
  ])("as a content type%s", async (charset, status, message) => {
    expect(await refusal(CALL, '{"email":"gr\u00fcn"}', json(charset))).toEqual([status, message]);
    for (const path of [CALL, PAGE])
      expect(await refusal(path, "email=gr%C3%BCn", form(charset))).toEqual([status, message]);
  });

  test("a compressed body is refused with its own message", async () => {
    for (const path of [CALL, PAGE]) {
      const headers = { ...form(""), "Content-Encoding": "gzip" };
      const { status, headers: responseHeaders } = await server.ask({
        method: "POST",
        path,
        headers,
        body: gzipSync("email=a"),
      });
      expect([status, responseHeaders["accept-encoding"]]).toEqual([415, "identity"]);
      expect(await refusal(path, "email=a%40b.co", { ...headers, "Content-Encoding": "identity" })).toEqual([
        200,
        undefined,
      ]);
    }
  });

  test("as bytes", async () => {
    expect(await refusal(CALL, latin('{"email":"gr\u00fcn"}'), json(""))).toEqual([400, NOT_UTF8]);
    expect(await refusal(CALL, Buffer.from('{"email":"gr\u00fcn"}', "utf16le"), json(""))).toEqual([400, NOT_UTF8]);
    const halves = ["email=gr%FCn", "email=100%25&gr%FCn=a", "email=%C3", "email=%ed%a0%80", "email=%C3%BC%BC"];
    for (const path of [CALL, PAGE]) {
      for (const body of halves) expect([body, await refusal(path, body, form(""))]).toEqual([body, [400, NOT_UTF8]]);
      expect(await refusal(path, latin("email=gr\u00fcn"), form(""))).toEqual([400, NOT_UTF8]);
      for (const body of ["email=gr\u00fcn", "email=100%&x=%zz", "email=%F0%9F%9A%97", "\ufeffemail=a"]) {
        expect([body, await refusal(path, body, form(""))]).toEqual([body, [200, undefined]]);
      }
    }
  });

  test("in a part of a multipart form, whose files may be of any bytes", async () => {
    const part = (name: string, more = "") => `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
    const partOfType = (type: string) => part("email", `\r\nContent-Type: ${type}`);
    const send = (text: string) =>
      refusal(PAGE, latin(`${text}\r\n--x--\r\n`), { "Content-Type": "multipart/form-data; boundary=x" });
    expect(await send(`${part("email")}gr\u00fcn`)).toEqual([400, NOT_UTF8]);
    expect(await send(`${part("gr\u00fcn")}a`)).toEqual([400, NOT_UTF8]);
    expect(await send(`${partOfType("text/plain; charset=iso-8859-1")}gr\u00fcn`)).toEqual([415, ONLY_UTF8]);
    expect(await send(`${partOfType("text/plain; charset=UTF-8")}gr\u00c3\u00bcn`)).toEqual([200, undefined]);
    const file = `${part("photos", '; filename="a"\r\nContent-Type: text/plain; charset=iso-8859-1')}gr\u00fcn`;
    expect(await send(`${file}\r\n${part("email")}a`)).toEqual([200, undefined]);
  });

  test("in a query, by the API and by a page, but for what a page does not read", async () => {
    const get = async (path: string) => {
      const { status, body } = await server.ask({ path });
      return [status, body.includes("is not UTF-8 text")];
    };
    for (const query of ["q=gr%FCn", "q=a&limit=%C3", "other=%ff"]) {
      expect([query, await get(`/api/v1/search?${query}`)]).toEqual([query, [400, true]]);
      expect([query, await get(`/search?${query}`)]).toEqual([query, [400, true]]);
    }
    expect(await get("/api/v1/vehicles/7?x=%FC")).toEqual([400, true]);
    expect(await get("/about-us?from=%FC")).toEqual([200, false]);
    for (const query of ["q=gr%C3%BCn", "q=100%"]) expect(await get(`/search?${query}`)).toEqual([200, false]);
  });
});

describe("a response before the request was read", () => {
  test("is read by a client that sends on, and so is the next one on the connection", async () => {
    const socket = await rawSocket(server.url);
    const size = 5 * MEGABYTE;
    await socket.send(
      `POST /api/v1/users/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
    );
    for (let sentBytes = 0; sentBytes < size; sentBytes += MEGABYTE) await socket.send(Buffer.alloc(MEGABYTE, 32));
    await socket.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    const all = await socket.closed();
    expect(all).toMatch(/^HTTP\/1\.1 413 /);
    expect(all).toMatch(/HTTP\/1\.1 200 OK[\s\S]*\{"status":"ok"\}/);
  });

  test("is told to go where far too much is on its way, and the connection ends", async () => {
    const socket = await rawSocket(server.url);
    await socket.send(
      `POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${100 * MEGABYTE}\r\n\r\n`,
    );
    const early = await socket.until(/<\/html>/);
    expect(early).toMatch(/^HTTP\/1\.1 413 /);
    expect(early).toMatch(/\r\nConnection: close\r\n/i);
    for (let sentBytes = 0; sentBytes < 40; sentBytes++) await socket.send(Buffer.alloc(MEGABYTE, 97));
    expect(await socket.closed()).toContain(TOO_LARGE);
  });

  test("a writer that stops in the middle is not waited for", async () => {
    const socket = await rawSocket(server.url);
    await socket.send(
      "POST /api/v1/users/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{",
    );
    const started = performance.now();
    expect(await socket.closed()).toMatch(/^HTTP\/1\.1 413 /);
    // Well before any body's timeout of 60 s.
    expect(performance.now() - started).toBeLessThan(40_000);
  });
});
