import { expect, test } from "vitest";
import { Drill } from "../faults/drill";
import { stopDrill } from "../faults/stop";

test("SIGTERM under load: whoever had sent a request is answered, and the process ends with 0 in time", async () => {
  const drill = new Drill("stop", { seed: 1, short: true });
  await stopDrill(drill);
  expect(drill.failures).toEqual([]);
}, 120_000);
