import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type AnswerCache, answerCache, type Refill } from "~/server/cache/answer-cache";
import { type CachedAnswer, sizeOf, toCachedAnswer, transferOf } from "~/server/cache/cached-answer";
import { encodingFor } from "~/server/encoding";

const PAGE = { "content-type": "text/html; charset=utf-8", "cache-control": "public, max-age=0, must-revalidate" };

function answer(text: string, facts: Partial<Parameters<typeof toCachedAnswer>[0]> = {}): CachedAnswer {
  const answered = {
    headers: PAGE,
    body: Buffer.from(text),
    nonce: "n",
    sameForAll: false,
    countedAs: [],
    ...facts,
  };
  return toCachedAnswer(answered, (html) => ({ html, styleHashes: [] }));
}

describe("the cache of answers", () => {
  let version = 1;
  let cache: AnswerCache;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
    cache = answerCache(() => version);
  });
  afterEach(() => vi.useRealTimers());

  function refillOf(key: string): Refill {
    const found = cache.find(key);
    if (!("refill" in found)) throw new Error(`somebody else makes ${key}, or has made it`);
    return found.refill;
  }
  function keep(key: string, text: string): CachedAnswer {
    const refill = refillOf(key);
    const made = answer(text);
    refill.store(made);
    refill.end();
    return made;
  }

  test("gives an answer again until something public changes", () => {
    const made = keep("/", "one");
    cache.refresh();
    expect(cache.find("/")).toEqual({ answer: made });
    expect(cache.peek("/")).toBe(made);
    version += 1;
    cache.refresh();
    expect(cache.peek("/")).toBeUndefined();
    expect(cache.find("/")).toHaveProperty("refill");
  });

  test("one request makes what a write has spoilt, and the others wait for it", async () => {
    const refill = refillOf("/");
    const second = cache.find("/");
    if (!("making" in second)) throw new Error("two requests make the same answer");
    const made = answer("new");
    refill.store(made);
    refill.end();
    await second.making;
    expect(cache.find("/")).toEqual({ answer: made });
  });

  test("one request makes what only time made old, and the others get the old one", () => {
    const old = keep("/", "old");
    vi.advanceTimersByTime(5_001);
    const refill = refillOf("/");
    expect(cache.find("/")).toEqual({ answer: old });
    expect(cache.peek("/")).toBeUndefined();
    const made = answer("new");
    refill.store(made);
    refill.end();
    expect(cache.find("/")).toEqual({ answer: made });
  });

  test("answers that time made old at once are made new one after the other, but not later than 10 s", () => {
    const [first, second] = [keep("/", "first"), keep("/garages", "second")];
    vi.advanceTimersByTime(5_001);
    const refill = refillOf("/");
    expect(cache.find("/garages")).toEqual({ answer: second });
    refill.end();
    const turn = refillOf("/garages");
    expect(cache.find("/")).toEqual({ answer: first });
    vi.advanceTimersByTime(5_000);
    expect(cache.find("/")).toHaveProperty("refill");
    turn.end();
  });

  test("an answer that was made again and is the same need not be compressed again", () => {
    const old = keep("/", "one");
    const etag = transferOf(old, "GET", {}).headers;
    vi.advanceTimersByTime(5_001);
    const refill = refillOf("/");
    const again = refill.store(answer("one"));
    refill.end();
    expect(again.forms).toBe(old.forms);
    expect(again.madeAt).toBeGreaterThan(old.madeAt);
    expect(cache.find("/")).toEqual({ answer: again });
    expect(transferOf(again, "GET", {}).headers).toBe(etag);
    vi.advanceTimersByTime(5_001);
    expect(refillOf("/").store(answer("two")).forms).toEqual({});
  });

  test("a making that came to nothing is another request's turn", async () => {
    const refill = refillOf("/");
    const waiting = cache.find("/") as { making: Promise<void> };
    refill.end();
    await waiting.making;
    expect(cache.find("/")).toHaveProperty("refill");
  });

  test("what was made while something public changed is not kept, and nobody waits for it", () => {
    const late = refillOf("/");
    version += 1;
    cache.refresh();
    const refill = refillOf("/");
    late.store(answer("half old"));
    late.end();
    expect(cache.find("/")).toHaveProperty("making");
    const made = answer("new");
    refill.store(made);
    refill.end();
    expect(cache.find("/")).toEqual({ answer: made });
  });

  test("holds so many bytes, and lets those go that were not asked for longest", () => {
    const text = "x".repeat(1024 * 1024);
    const room = Math.floor((32 * 1024 * 1024) / sizeOf(answer(text)));
    for (let at = 0; at <= room; at++) keep(`/${at}`, text);
    expect(cache.peek("/0")).toBeUndefined();
    expect(cache.peek("/1")).toBeDefined();
  });
});

describe("a cached answer", () => {
  const script = '<script nonce="n">let a;</script>';
  const policy = "script-src 'self' 'nonce-n';style-src 'self' 'nonce-n'";

  test("has no nonce, and allows by hash the scripts that had it and no others", () => {
    const headers = { ...PAGE, "content-security-policy": policy, "x-request-id": "1", etag: "W/1" };
    const made = answer(`${script}<script nonce="other">let b;</script><script>let c;</script>`, { headers });
    expect(made.body.toString()).toContain("<script>let a;</script>");
    const sent = Object.fromEntries(made.headers);
    expect(sent["content-security-policy"]).toMatch(/^script-src 'self' 'sha256-[\w+/=]{44}';style-src 'self'$/);
    expect(Object.keys(sent)).not.toContain("x-request-id");
  });

  test("has a strong tag for each encoding, and another one under another policy", () => {
    const text = "word ".repeat(1_000);
    const made = answer(text);
    const whole = transferOf(made, "GET", { "accept-encoding": "gzip, br" });
    const plain = transferOf(made, "GET", {});
    const tags = [whole, plain].map(({ headers }) => headers[headers.indexOf("ETag") + 1]);
    expect(tags[0]).toMatch(/^"[\w-]{22}-br"$/);
    expect(tags[1]).toMatch(/^"[\w-]{22}-identity"$/);
    expect(plain.body?.toString()).toBe(text);
    const again = transferOf(made, "GET", { "accept-encoding": "br", "if-none-match": tags[0] });
    expect([again.status, again.body, again.headers.includes("content-type")]).toEqual([304, undefined, false]);
    const other = answer(text, { headers: { ...PAGE, "content-security-policy": policy } });
    expect(other.hash).not.toBe(made.hash);
    expect(transferOf(made, "HEAD", {})).toMatchObject({ status: 200, body: undefined });
  });

  test("knows when a document was last changed", () => {
    const made = answer("feed", { headers: { ...PAGE, "last-modified": "Sun, 22 Nov 2026 10:00:00 GMT" } });
    expect(transferOf(made, "GET", { "if-modified-since": "Sun, 22 Nov 2026 10:00:00 GMT" }).status).toBe(304);
    expect(transferOf(made, "GET", { "if-modified-since": "Sun, 22 Nov 2026 09:59:59 GMT" }).status).toBe(200);
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
])("Accept-Encoding %s gets %s", (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding);
});
