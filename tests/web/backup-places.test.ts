import { expect, test } from "vitest";
import { placesDrill } from "../faults/backup-places";
import { Drill } from "../faults/drill";

test("five people write, the machine is lost: all comes back elsewhere, whatever keeps photos and backups", async () => {
  const drill = new Drill("backup", { seed: 1, short: true });
  await placesDrill(drill);
  expect(drill.failures).toEqual([]);
}, 120_000);
