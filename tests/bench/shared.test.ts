import { expect, it } from "vitest";
import { endUnused, shared } from "./shared";

it("is made once, and ended when no group to come uses it", async () => {
  const said: string[] = [];
  let made = 0;
  const site = shared({
    users: ["pages", "api"],
    make: async () => `site ${++made}`,
    end: async (ended) => void said.push(ended),
  });
  expect([await site(), await site()]).toEqual(["site 1", "site 1"]);
  await endUnused(["map", "api"]);
  expect(said).toEqual([]);
  await endUnused(["map"]);
  expect(said).toEqual(["site 1"]);
  await endUnused([]);
  expect(said).toHaveLength(1);
  expect(await site()).toBe("site 2");
  await endUnused([]);
});

it("that could not be made is made anew for the next who asks", async () => {
  let fails = true;
  const site = shared({
    users: ["pages"],
    make: async () => {
      if (fails) throw new Error("no port");
      return "site";
    },
    end: async () => {},
  });
  await expect(site()).rejects.toThrow("no port");
  fails = false;
  await endUnused([]);
  expect(await site()).toBe("site");
  await endUnused([]);
});
