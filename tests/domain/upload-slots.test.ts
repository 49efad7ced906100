import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { DomainError } from "~/lib/errors";
import { makeUploadSlots } from "~/services/uploads/slots.server";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const [ADA, BEN, CLEO] = [1, 2, 3];
const turn = () => new Promise(setImmediate);

/** Slots for 100 bytes at once, and who was let in or sent away, in order. */
function slots() {
  const { take } = makeUploadSlots({ budget: 100, patience: 10_000 });
  const seen: string[] = [];
  const ask = (name: string, personId: number, bytes = 10, signal?: AbortSignal, piece = false) => {
    const upload = { over: () => {} };
    take({ personId, bytes, signal, piece }).then(
      (release) => {
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

  test("who waits for an own upload holds up nobody else", async () => {
    const { ask, seen } = slots();
    ask("a", ADA, 60);
    ask("a again", ADA, 60);
    ask("b", BEN, 40);
    await turn();
    expect(seen).toEqual(["a", "b"]);
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

  test("one that is larger than all the room goes alone", async () => {
    const { ask, seen } = slots();
    ask("huge", ADA, 1_000);
    ask("small", BEN, 1);
    await turn();
    expect(seen).toEqual(["huge"]);
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
