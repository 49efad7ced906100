import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Workers } from "~/server/cluster/workers";

/** A worker process that does what the test says. */
class FakeWorker extends EventEmitter {
  readonly process = Object.assign(new EventEmitter(), { pid: 1, kill: () => true });
  isConnected = () => false;
  send = () => true;
  /** It answers from here on. */
  comesUp(): void {
    this.emit("message", { type: "ready" });
  }
  dies(): void {
    this.process.emit("close", 1, null);
  }
}

const { forked } = vi.hoisted(() => ({ forked: [] as FakeWorker[] }));

vi.mock("node:cluster", () => ({
  default: {
    fork: () => {
      const worker = new FakeWorker();
      forked.push(worker);
      return worker;
    },
  },
}));
vi.mock("~/services/log/log.server", () => ({ log: { info: () => {}, error: () => {} } }));

beforeEach(() => {
  forked.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Two workers that answer. */
async function running(): Promise<Workers> {
  const workers = new Workers(2, { message() {}, ready() {}, leaving: async () => {}, gone() {} });
  const started = workers.start();
  for (const worker of forked) worker.comesUp();
  expect(await started).toBe(true);
  return workers;
}

/** Lets the newest worker die. @returns how long until the next one is started, ms; at most a minute */
async function pauseAfterDeath(): Promise<number> {
  const count = forked.length;
  forked.at(-1)!.dies();
  const start = performance.now();
  while (forked.length === count && performance.now() - start < 60_000) await vi.advanceTimersToNextTimerAsync();
  return Math.round(performance.now() - start);
}

test("workers that die at once are started again after pauses that double, up to half a minute", async () => {
  await running();
  const pauses: number[] = [];
  for (let at = 0; at < 10; at += 1) pauses.push(await pauseAfterDeath());
  expect(pauses.map((ms) => Math.round(ms / 100) * 100)).toEqual([
    0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
  ]);
});

test("one worker is started for each that is missing, however many die during a pause", async () => {
  await running();
  await pauseAfterDeath();
  const [first, , last] = forked;
  last!.dies();
  first!.dies();
  expect(forked).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(forked).toHaveLength(5);
});

test("a worker that dies after it has lived for a while is replaced at once, and the counting begins anew", async () => {
  await running();
  for (let at = 0; at < 4; at += 1) await pauseAfterDeath();
  forked.at(-1)!.comesUp();
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await pauseAfterDeath()).toBeLessThan(10);
  expect(await pauseAfterDeath()).toBeLessThan(10);
  expect(await pauseAfterDeath()).toBeGreaterThanOrEqual(500);
});

test("what waits in a pause starts none once the site stops", async () => {
  const workers = await running();
  await pauseAfterDeath();
  forked.at(-1)!.dies();
  workers.hold();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(forked).toHaveLength(3);
});
