import { expect, test } from "vitest";
import { Drill } from "../faults/drill";
import { socketsDrill } from "../faults/sockets";

test("half-open connections and endless bodies are cut, others notice nothing, and little is held in memory", async () => {
  const drill = new Drill("sockets", { seed: 1, short: true });
  await socketsDrill(drill);
  expect(drill.failures).toEqual([]);
}, 120_000);
