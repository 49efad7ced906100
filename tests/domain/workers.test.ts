import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WorkerPool } from "~/server/cluster/worker-pool";

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
afterEach(() => void vi.useRealTimers());

/** Two workers that answer. */
async function running(): Promise<WorkerPool> {
  const workers = new WorkerPool(2, {}, { message() {}, ready() {}, leaving: async () => {}, gone() {} });
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

test("a worker that dies is replaced after half a second, however often", async () => {
  await running();
  const pauses: number[] = [];
  for (let at = 0; at < 5; at += 1) pauses.push(await pauseAfterDeath());
  expect(pauses).toEqual([500, 500, 500, 500, 500]);
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

test("what waits in a pause starts none once the site stops", async () => {
  const workers = await running();
  await pauseAfterDeath();
  forked.at(-1)!.dies();
  workers.hold();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(forked).toHaveLength(3);
});
