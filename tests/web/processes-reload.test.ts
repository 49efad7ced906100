import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { eventually } from "../faults/people";
import { bearerOf, signUpWithGarage } from "../support/members";
import { rawRequest } from "../support/raw-request";
import { startServer } from "../support/server";
import { connectToEach, isAlive, workersOf } from "../support/workers";

const SECONDS = 40;

test("a SIGHUP during another one's replacement: no request is lost, all workers are new after it, none is left over", async () => {
  const site = await startServer({ env: { WEB_CONCURRENCY: "2", LOG_LEVEL: "info" } });
  const ada = await signUpWithGarage(site, "Ada Reload");
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${await bearerOf(site, ada)}` };
  const added = await ada.browser.api("POST", "/vehicles", { make: "Saab", model: "96", year: 1968 });
  const path = `/vehicles/${added.json.data.doc._id}`;
  const answering = () =>
    [...site.log().matchAll(/"pid":(\d+),"msg":"a worker answers"/g)].map(([, pid]) => Number(pid));
  const renewals = () => site.log().match(/"all workers are new"/g)?.length ?? 0;

  const lost: unknown[] = [];
  const texts: string[] = [];
  let stopped = false;
  let most = 0;
  const until = async (ask: () => Promise<{ status: number }>) => {
    while (!stopped) {
      most = Math.max(most, workersOf(site.pid).length);
      const { status } = await ask().catch((error) => ({ status: String(error) }));
      if (status !== 200 && status !== 201) lost.push(status);
    }
  };
  const kept = await connectToEach(site.url, site.pid);
  const comment = async (at: number) => {
    const text = randomUUID();
    const call = { method: "POST", path: `/api/v1${path}/comments`, headers };
    const answer = await kept[at]!.send(call, JSON.stringify({ text }));
    if (answer.status === 201) texts.push(text);
    return answer;
  };
  const load = [
    ...kept.map((_, at) => until(() => comment(at))),
    until(() => rawRequest(site.url, { path })),
    until(() => rawRequest(site.url, { path: "/" })),
  ];

  process.kill(site.pid, "SIGHUP");
  // One of the old ones has been replaced, or is just about to be; the other has not.
  expect(await eventually(() => answering().length > 2, SECONDS)).toBe(true);
  expect(renewals()).toBe(0);
  const before = answering();
  process.kill(site.pid, "SIGHUP");
  expect(await eventually(() => renewals() === 2, SECONDS)).toBe(true);
  stopped = true;
  await Promise.all(load);

  expect(lost).toEqual([]);
  const written = site.database.prepare("SELECT text FROM comments").pluck().all();
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => !written.includes(text))).toEqual([]);
  // One by one: the replacements do not run beside each other.
  expect(most).toBe(3);
  const now = workersOf(site.pid);
  expect(now).toHaveLength(2);
  expect(now.filter((pid) => before.includes(pid))).toEqual([]);
  // Two at the start, two by each replacement.
  expect(answering()).toHaveLength(6);
  expect(
    answering()
      .filter((pid) => !now.includes(pid))
      .filter(isAlive),
  ).toEqual([]);
  for (const connection of kept) connection.end();
  await site.stop();
}, 120_000);
