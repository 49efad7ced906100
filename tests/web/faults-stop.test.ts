import { expect, test } from "vitest";
import { Drill } from "../faults/drill";
import { stopDrill } from "../faults/stop";

test.each([1, 2])(
  "SIGTERM under load, %i process(es): whoever had sent a request is answered, and the site ends with 0 in time",
  async (processes) => {
    const drill = new Drill("stop", { seed: 1, short: true, processes });
    await stopDrill(drill);
    expect(drill.failures).toEqual([]);
  },
  120_000,
);
