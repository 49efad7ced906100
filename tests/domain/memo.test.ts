import { expect, test } from "vitest";
import { closeDatabase, memoized } from "~/db/client.server";
import { makeUser } from "../support/make-rows";

function asking(max: number) {
  const answerTo = memoized<number>(max);
  let answers = 0;
  return (key: string) => {
    const before = answers;
    const answer = answerTo(key, () => {
      answers += 1;
      return 0;
    });
    return { answer, read: answers > before };
  };
}

test("a value is read once, also 0, until something is written", () => {
  const ask = asking(10);
  expect(ask("a")).toEqual({ answer: 0, read: true });
  expect(ask("a")).toEqual({ answer: 0, read: false });
  expect(ask("b").read).toBe(true);
  makeUser();
  expect(ask("a").read).toBe(true);
  closeDatabase();
  expect(ask("a").read).toBe(true);
});

test("above the limit the least recently used value is dropped", () => {
  const ask = asking(2);
  for (const key of ["a", "b", "a", "c"]) ask(key);
  expect(["a", "c", "b"].map((key) => ask(key).read)).toEqual([false, false, true]);
});
