import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type CachedResponse,
  cachedBytes,
  encodingFor,
  responseParts,
  toCachedResponse,
} from "~/server/cache/cached-response";
import {
  type CacheFill,
  cacheContext,
  createResponseCache,
  type ResponseCache,
  serveCached,
} from "~/server/cache/serve";
import { routeFinder } from "~/server/request/routes";

const PAGE = { "content-type": "text/html; charset=utf-8", "cache-control": "public, max-age=0, must-revalidate" };

function answer(text: string, facts: Partial<Parameters<typeof toCachedResponse>[0]> = {}): CachedResponse {
  const usual = { headers: PAGE, nonce: "n", isPublic: false, isShortLived: true };
  const captured = { ...usual, body: Buffer.from(text), ...facts };
  return toCachedResponse(captured, (html) => ({ html, styleHashes: [] }));
}

describe("the response cache", () => {
  let version = 1;
  let cache: ResponseCache;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
    cache = createResponseCache(() => version);
  });
  afterEach(() => vi.useRealTimers());

  function fillOf(key: string): CacheFill {
    const result = cache.find(key);
    if (!("fill" in result)) throw new Error(`somebody else makes ${key}, or has made it`);
    return result.fill;
  }
  function fillWith(fill: CacheFill, text: string): CachedResponse {
    const response = fill.store(answer(text));
    fill.end();
    return response;
  }
  const cacheText = (key: string, text: string) => fillWith(fillOf(key), text);

  test("serves a response until public data changes", () => {
    const response = cacheText("/", "one");
    cache.discardOutdated();
    expect(cache.find("/")).toEqual({ response: response });
    expect(cache.peek("/")).toBe(response);
    version += 1;
    cache.discardOutdated();
    expect(cache.peek("/")).toBeUndefined();
    expect(cache.find("/")).toHaveProperty("fill");
  });

  test("after a write one request renders and others wait; if it fails, another renders", async () => {
    const fill = fillOf("/");
    const second = cache.find("/");
    if (!("pending" in second)) throw new Error("two requests make the same answer");
    const response = fillWith(fill, "new");
    await second.pending;
    expect(cache.find("/")).toEqual({ response: response });
    const lostFill = fillOf("/other");
    const waiting = cache.find("/other") as { pending: Promise<void> };
    lostFill.end();
    await waiting.pending;
    expect(cache.find("/other")).toHaveProperty("fill");
  });

  test("one request renders a stale response; others get the stale one", () => {
    const old = cacheText("/", "old");
    vi.advanceTimersByTime(5_001);
    const fill = fillOf("/");
    expect(cache.find("/")).toEqual({ response: old });
    expect(cache.peek("/")).toBeUndefined();
    const response = fillWith(fill, "new");
    expect(cache.find("/")).toEqual({ response: response });
  });

  test("what depends on public data alone is new for a minute, what is about now for 5 s", () => {
    for (const [isShortLived, age] of [
      [true, 5_000],
      [false, 60_000],
    ] as const) {
      const fill = fillOf(`/${age}`);
      fill.store(answer("one", { isShortLived }));
      fill.end();
      vi.advanceTimersByTime(age - 1);
      expect(cache.find(`/${age}`)).toHaveProperty("response");
      vi.advanceTimersByTime(1);
      fillOf(`/${age}`).end();
    }
  });

  test("an unchanged new render reuses the compressed forms", () => {
    const old = cacheText("/", "one");
    const etag = responseParts(old, "GET", {}).headers.ETag;
    vi.advanceTimersByTime(5_001);
    const secondResponse = cacheText("/", "one");
    expect(secondResponse.encodedBodies).toBe(old.encodedBodies);
    expect(secondResponse.renderedAt).toBeGreaterThan(old.renderedAt);
    expect(cache.find("/")).toEqual({ response: secondResponse });
    expect(responseParts(secondResponse, "GET", {}).headers.ETag).toBe(etag);
    vi.advanceTimersByTime(5_001);
    expect(fillOf("/").store(answer("two")).encodedBodies).toEqual({});
  });

  test("a render outdated by a write is not stored, and no request waits for it", () => {
    const late = fillOf("/");
    version += 1;
    cache.discardOutdated();
    const fill = fillOf("/");
    fillWith(late, "half old");
    expect(cache.find("/")).toHaveProperty("pending");
    const response = fillWith(fill, "new");
    expect(cache.find("/")).toEqual({ response: response });
  });

  test("has a limit in bytes, and drops the least recently used", () => {
    const text = "x".repeat(1024 * 1024);
    const room = Math.floor((32 * 1024 * 1024) / cachedBytes(answer(text)));
    for (let index = 0; index <= room; index++) cacheText(`/${index}`, text);
    expect(cache.peek("/0")).toBeUndefined();
    expect(cache.peek("/1")).toBeDefined();
  });
});

describe("a cached response", () => {
  const script = '<script nonce="n">let a;</script>';
  const policy = "script-src 'self' 'nonce-n';style-src 'self' 'nonce-n'";

  test("has no nonce, and allows by hash the scripts that had it and no others", () => {
    const headers = { ...PAGE, "content-security-policy": policy, "x-request-id": "1", etag: "W/1" };
    const response = answer(`${script}<script nonce="other">let b;</script><script>let c;</script>`, { headers });
    expect(response.body.toString()).toContain("<script>let a;</script>");
    const responseHeaders = response.headers;
    expect(responseHeaders["content-security-policy"]).toMatch(
      /^script-src 'self' 'sha256-[\w+/=]{44}';style-src 'self'$/,
    );
    expect(Object.keys(responseHeaders)).not.toContain("x-request-id");
  });

  test("has a strong tag for each encoding, and another one under another policy", () => {
    const text = "word ".repeat(1_000);
    const response = answer(text);
    const whole = responseParts(response, "GET", { "accept-encoding": "gzip, br" });
    const plain = responseParts(response, "GET", {});
    const tags = [whole, plain].map(({ headers }) => headers.ETag);
    expect(tags[0]).toMatch(/^"[\w-]{22}-br"$/);
    expect(tags[1]).toMatch(/^"[\w-]{22}-identity"$/);
    expect(plain.body?.toString()).toBe(text);
    const revalidation = responseParts(response, "GET", { "accept-encoding": "br", "if-none-match": String(tags[0]) });
    expect([revalidation.status, revalidation.body, "content-type" in revalidation.headers]).toEqual([
      304,
      undefined,
      false,
    ]);
    const otherResponse = answer(text, { headers: { ...PAGE, "content-security-policy": policy } });
    expect(otherResponse.hash).not.toBe(response.hash);
    expect(responseParts(response, "HEAD", {})).toMatchObject({ status: 200, body: undefined });
  });

  test("has the document's last change", () => {
    const response = answer("feed", { headers: { ...PAGE, "last-modified": "Sun, 22 Nov 2026 10:00:00 GMT" } });
    expect(responseParts(response, "GET", { "if-modified-since": "Sun, 22 Nov 2026 10:00:00 GMT" }).status).toBe(304);
    expect(responseParts(response, "GET", { "if-modified-since": "Sun, 22 Nov 2026 09:59:59 GMT" }).status).toBe(200);
  });
});

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0.1", "br"],
  ["gzip, br;q=0", "gzip"],
  ["GZIP", "gzip"],
  ["*", "br"],
  ["*;q=0", "identity"],
  ["deflate", "identity"],
  ["", "identity"],
  ["br;q=nonsense", "identity"],
])("Accept-Encoding %s gets %s", (header, encoding) => expect(encodingFor(header)).toBe(encoding));

type Call = [req: IncomingMessage, res: ServerResponse];

/** Without a connection yet, as if queued behind an unread response. */
function get(url: string): Call {
  const req = new IncomingMessage(new Socket());
  Object.assign(req, { method: "GET", url, headers: { host: "localhost" } });
  return [req, new ServerResponse(req)];
}

describe("in front of the app", () => {
  const app = vi.fn<(...call: Call) => void>();
  let fails = false;
  let cache: ResponseCache;
  let front: (...call: Call) => void;
  beforeEach(() => {
    app.mockReset();
    fails = false;
    cache = createResponseCache(() => {
      if (fails) throw new Error("disk I/O error");
      return 1;
    });
    front = serveCached(cache, app, routeFinder({}), async () => undefined);
  });

  test("no request waits for an uncacheable response that its client does not read, or whose client disconnects", async () => {
    const [req, res] = get("/settings");
    front(req, res);
    expect(cacheContext(req)).toHaveProperty("fill");
    const next = get("/settings");
    front(...next);
    expect(app).toHaveBeenCalledTimes(1);
    res.writeHead(302, { Location: "/" }).end();
    await expect.poll(() => app.mock.calls.length).toBe(2);
    expect(app.mock.lastCall).toEqual(next);
    const [abortedRequest, closedResponse] = get("/garages");
    front(abortedRequest, closedResponse);
    front(...get("/garages"));
    closedResponse.emit("close");
    await expect.poll(() => app.mock.calls.length).toBe(4);
  });

  test.each(["/img/photos/a.webp", "/%69mg/photos/a.webp", "/./img/photos/a.webp", "/%49MG/a/b?w=1%"])(
    "a picture is cached under no spelling of its address: %s",
    (url) => {
      const [req, res] = get(url);
      front(req, res);
      expect(app).toHaveBeenCalledOnce();
      expect(cacheContext(req)).toEqual({ isVisitor: false });
    },
  );

  test("if the database fails the app responds with the error, also to waiting requests", async () => {
    fails = true;
    const [req, res] = get("/garages");
    front(req, res);
    expect(app).toHaveBeenCalledOnce();
    expect(cacheContext(req)).toEqual({ isVisitor: false });
    fails = false;
    app.mockReset();
    front(...get("/garages"));
    front(...get("/garages"));
    fails = true;
    app.mock.calls[0]?.[1].emit("close");
    await expect.poll(() => app.mock.calls.length).toBe(2);
  });
});
