import { expect, test } from "vitest";
import { Drill } from "../faults/drill";
import { mailDrill } from "../faults/mail";

test("a mail server in a bad mood holds no request up and loses no mail; nobody adds a header, a recipient or a host", async () => {
  const drill = new Drill("mail", { seed: 1, short: true });
  await mailDrill(drill);
  expect(drill.failures).toEqual([]);
}, 120_000);
