import { expect, test } from "vitest";
import { backupDrill } from "../faults/backup";
import { Drill } from "../faults/drill";

test("a backup during writes and uploads, restored elsewhere, has every acknowledged row and every file", async () => {
  const drill = new Drill("backup", { seed: 1, short: true });
  await backupDrill(drill);
  expect(drill.failures).toEqual([]);
}, 60_000);
