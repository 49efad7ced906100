import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { DomainError } from "~/lib/errors";
import { MINUTE, SECOND, setClock } from "~/lib/time";
import { makeUploadSlots } from "~/services/uploads/slots.server";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const [ADA, BEN, CLEO] = [1, 2, 3];
const turn = () => new Promise(setImmediate);

/** Slots for 100 bytes at once, and who was let in or sent away, in order. */
function slots() {
  const { take } = makeUploadSlots({ budget: 100, timeoutMs: 10_000 });
  const seen: string[] = [];
  const ask = (name: string, userId: number, bytes = 10, signal?: AbortSignal, isPiece = false) => {
    const upload = { over: () => {} };
    take({ userId, bytes, signal, isPiece }).then(
      ({ release }) => {
        seen.push(name);
        upload.over = release;
      },
      (error: DomainError) => seen.push(`${name}: ${error.code} ${error.message} ${error.retryAfter}`),
    );
    return upload;
  };
  const askPiece = (name: string, personId: number) => ask(name, personId, 10, undefined, true);
  return { ask, askPiece, seen };
}

describe("one upload a person", () => {
  test("the second waits for the first, each in the order in which they came; others do not", async () => {
    const { ask, seen } = slots();
    const first = ask("first", ADA);
    const second = ask("second", ADA);
    ask("third", ADA);
    ask("other", BEN);
    await turn();
    expect(seen).toEqual(["first", "other"]);
    first.over();
    await turn();
    expect(seen).toEqual(["first", "other", "second"]);
    // Said twice, it lets nobody else in.
    first.over();
    await turn();
    expect(seen).toHaveLength(3);
    second.over();
    await turn();
    expect(seen.at(-1)).toBe("third");
  });

  test("pieces go together, at most four of them; a whole one waits for all and is not overtaken", async () => {
    const { ask, askPiece, seen } = slots();
    const first = askPiece("1", ADA);
    const second = askPiece("2", ADA);
    const whole = ask("whole", ADA);
    askPiece("3", ADA);
    await turn();
    expect(seen).toEqual(["1", "2"]);
    first.over();
    await turn();
    expect(seen).toEqual(["1", "2"]);
    second.over();
    await turn();
    expect(seen).toEqual(["1", "2", "whole"]);
    whole.over();
    for (const name of ["4", "5", "6", "7"]) askPiece(name, ADA);
    await turn();
    expect(seen.slice(3)).toEqual(["3", "4", "5", "6"]);
  });

  test("whoever waits more than 10 s is told to come again", async () => {
    const { ask, seen } = slots();
    ask("first", ADA);
    ask("second", ADA);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(seen).toEqual(["first"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen[1]).toBe(
      "second: rate_limited Another upload of yours is still under way. Please try again when it is done. 10",
    );
  });
});

describe("bytes under way", () => {
  test("as many as there is room for; the next large one is not overtaken for ever", async () => {
    const { ask, seen } = slots();
    const a = ask("a", ADA, 60);
    const b = ask("b", BEN, 50);
    ask("c", CLEO, 10);
    await turn();
    expect(seen).toEqual(["a"]);
    a.over();
    await turn();
    expect(seen).toEqual(["a", "b", "c"]);
    b.over();
  });

  test.each([
    ["who waits for an own upload holds up nobody else", [ADA, ADA, BEN], [60, 60, 40], ["0", "2"]],
    ["one that is larger than all the room goes alone", [ADA, BEN], [1_000, 1], ["0"]],
  ])("%s", async (_, people, bytes, entered) => {
    const { ask, seen } = slots();
    for (const [at, person] of people.entries()) ask(String(at), person, bytes[at]);
    await turn();
    expect(seen).toEqual(entered);
  });

  test("in time or not at all; then the next gets the place", async () => {
    const { ask, seen } = slots();
    ask("a", ADA, 60);
    ask("b", BEN, 60);
    await vi.advanceTimersByTimeAsync(5_000);
    ask("c", CLEO, 40);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(seen).toEqual([
      "a",
      "b: rate_limited Too many photos are being uploaded right now. Please try again in a moment. 10",
      "c",
    ]);
  });
});

test("a client that goes away gives up its place, waiting or not yet", async () => {
  const { ask, seen } = slots();
  const client = new AbortController();
  const first = ask("first", ADA);
  ask("gone", ADA, 10, client.signal);
  ask("next", ADA);
  client.abort();
  ask("gone before", BEN, 10, client.signal);
  ask("other", BEN);
  await turn();
  first.over();
  await turn();
  expect(seen.filter((line) => !line.startsWith("gone"))).toEqual(["first", "other", "next"]);
  expect(seen.filter((line) => line.startsWith("gone"))).toHaveLength(2);
});

const MB = 1024 * 1024;

describe("a body under way", () => {
  afterEach(() => setClock());

  /** Room for 20 MB, and a clock that stands still. */
  function room() {
    const { take } = makeUploadSlots({ budget: 20 * MB, timeoutMs: 10_000 });
    let time = 0;
    setClock(() => time);
    return {
      take: (userId: number, bytes: number, isPiece = false) => take({ userId, bytes, isPiece }),
      pass: (ms: number) => {
        time += ms;
      },
    };
  }

  test("holds what has arrived and 5 MB, however large it is", async () => {
    const { take } = room();
    const bodies = await Promise.all([1, 2, 3, 4].map((personId) => take(personId, 100 * MB)));
    let entered = false;
    void take(5, 1).then(() => {
      entered = true;
    });
    await turn();
    expect(entered).toBe(false);
    bodies[3]?.release();
    await turn();
    expect(entered).toBe(true);
    expect(await Promise.all(bodies.slice(0, 3).map((body) => body.arrived(0)))).toEqual([5 * MB, 5 * MB, 5 * MB]);
  });

  test("waits where there is no room for more of it, but for the oldest: so all come to their end", async () => {
    const { take } = room();
    const seen: string[] = [];
    const [first, second] = [await take(ADA, 100 * MB), await take(BEN, 100 * MB)];
    expect([await first.arrived(5 * MB), await second.arrived(5 * MB)]).toEqual([10 * MB, 10 * MB]);
    void second.arrived(10 * MB).then((more) => seen.push(`second to ${more / MB}`));
    void take(CLEO, MB).then(() => seen.push("third"));
    expect(await first.arrived(99 * MB)).toBe(100 * MB);
    await turn();
    expect(seen).toEqual([]);
    first.release();
    await turn();
    expect(seen.sort()).toEqual(["second to 15", "third"]);
  });

  test("whose client goes away while it waits lets the next one go on", async () => {
    const { take } = room();
    const [first, second, third] = [await take(1, 50 * MB), await take(2, 50 * MB), await take(3, 50 * MB)];
    await first.arrived(5 * MB);
    const seen: string[] = [];
    void second.arrived(5 * MB).then(() => seen.push("second"));
    void third.arrived(5 * MB).then((more) => seen.push(`third to ${more / MB}`));
    await turn();
    expect(seen).toEqual([]);
    second.release();
    await turn();
    expect(seen).toEqual(["second", "third to 10"]);
  });

  describe("that would not be whole in 15 minutes", () => {
    const SLOW = { code: "too_slow", message: "The request took too long to arrive." };

    test("is cut while others wait, and only then", async () => {
      const { take, pass } = room();
      const slow = await Promise.all([1, 2, 3].map((personId) => take(personId, 90 * MB)));
      const quick = await take(4, 5 * MB);
      pass(10 * MINUTE);
      for (const body of slow) expect(await body.arrived(0)).toBe(5 * MB);
      const waiting = take(6, 5 * MB).catch(() => undefined);
      await turn();
      for (const body of slow) await expect(body.arrived(1)).rejects.toMatchObject(SLOW);
      expect(await quick.arrived(4 * MB)).toBe(5 * MB);
      for (const body of slow) body.release();
      expect(await waiting).toBeDefined();
    });

    test("is cut beside one that has used up its room, whose own time stands still meanwhile", async () => {
      const { take, pass } = room();
      const slow = await take(ADA, 90 * MB);
      const other = await take(BEN, 90 * MB);
      expect(await other.arrived(5 * MB)).toBe(10 * MB);
      expect(await other.arrived(10 * MB)).toBe(15 * MB);
      pass(9 * SECOND);
      const more = other.arrived(15 * MB);
      expect(await slow.arrived(0)).toBe(5 * MB);
      pass(2 * SECOND);
      await expect(slow.arrived(MB / 2)).rejects.toMatchObject(SLOW);
      pass(14 * MINUTE);
      slow.release();
      expect(await more).toBe(20 * MB);
      void take(CLEO, 5 * MB).catch(() => undefined);
      expect(await other.arrived(16 * MB)).toBe(21 * MB);
    });

    test("is not cut for another upload of its own person", async () => {
      const { take, pass } = room();
      const slow = await take(ADA, 90 * MB);
      void take(ADA, 1).catch(() => undefined);
      pass(10 * MINUTE);
      expect(await slow.arrived(1)).toBe(5 * MB + 1);
    });
  });
});
