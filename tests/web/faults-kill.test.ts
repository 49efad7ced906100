import { expect, test } from "vitest";
import { Drill } from "../faults/drill";
import { killDrill } from "../faults/kill";

test("kill -9 during writes and uploads: what was acknowledged is there, and nothing is half written", async () => {
  const drill = new Drill("kill", { seed: 1, short: true });
  await killDrill(drill);
  expect(drill.failures).toEqual([]);
}, 120_000);
