import { expect, test } from "vitest";
import { diskDrill } from "../faults/disk";
import { Drill } from "../faults/drill";

test("a full disk: writes are refused in clear words, reads go on, and with room again so do writes", async () => {
  const drill = new Drill("disk", { seed: 1, short: true });
  await diskDrill(drill);
  expect(drill.failures).toEqual([]);
}, 120_000);
