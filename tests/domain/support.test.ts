import { expect, test } from "vitest";
import { expectConsoleError } from "../support/console";
import { makeOwner, makeUser, viewerOf } from "../support/people";

test.each([1, 2])("each test starts on an empty, migrated database (%s)", () => {
  expect(makeUser().id).toBe(1);
});

test("the people of the tests stand in the database as the commands would have written them", () => {
  const { user, garage, viewer } = makeOwner({ name: "Ada" });
  expect(viewer).toEqual({ id: user.id, name: "Ada", avatar: "default.jpg", role: "user", garageId: garage.id });
  expect(viewerOf(makeUser()).garageId).toBeNull();
});

test("what is said on the console has to be expected", () => {
  expectConsoleError(/known trouble/);
  console.error("known %s", "trouble");
});
