import { expect, test } from "vitest";
import { byId, groupBy, inOrderOf } from "~/lib/rows";

test("rows come in the order of the ids, whether theirs are numbers or text; an id without a row is left out", () => {
  const numbered = [{ id: 1 }, { id: 12 }, { id: 3 }];
  expect(inOrderOf([12, 7, 1], numbered)).toEqual([{ id: 12 }, { id: 1 }]);
  expect(inOrderOf([12, 7, 1], [{ id: "1" }, { id: "12" }])).toEqual([{ id: "12" }, { id: "1" }]);
  expect(byId(numbered).get(3)).toBe(numbered[2]);
});

test("rows that share a key are grouped, in their order", () => {
  const groups = groupBy(["cab", "bus", "car", "van"], ([letter]) => letter);
  expect([...groups]).toEqual([
    ["c", ["cab", "car"]],
    ["b", ["bus"]],
    ["v", ["van"]],
  ]);
});
