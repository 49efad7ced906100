import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WorkerPool } from "~/server/cluster/worker-pool";

class FakeWorker extends EventEmitter {
  readonly process = Object.assign(new EventEmitter(), { pid: 1, kill: () => true });
  isConnected = () => false;
  send = () => true;
  listens(): void {
    this.emit("listening", { port: 3000 });
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

async function running(): Promise<WorkerPool> {
  const workers = new WorkerPool(2, { message() {}, listening() {}, ended() {} });
  const started = workers.start();
  expect(forked).toHaveLength(1);
  forked[0]!.listens();
  await vi.waitFor(() => expect(forked).toHaveLength(2));
  forked[1]!.listens();
  expect(await started).toBe(3000);
  return workers;
}

/** @returns ms; at most a minute */
async function delayAfterDeath(): Promise<number> {
  const count = forked.length;
  const start = performance.now();
  forked.at(-1)!.dies();
  await vi.advanceTimersByTimeAsync(0);
  while (forked.length === count && performance.now() - start < 60_000) await vi.advanceTimersToNextTimerAsync();
  return Math.round(performance.now() - start);
}

test("a worker that dies is replaced after half a second, and one after the other that dies young ever later", async () => {
  await running();
  await vi.advanceTimersByTimeAsync(60_000);
  const delays: number[] = [];
  for (let index = 0; index < 9; index += 1) delays.push(await delayAfterDeath());
  expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  forked.at(-1)!.listens();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await delayAfterDeath()).toBe(500);
});

test("one worker is started for each that is missing", async () => {
  await running();
  await vi.advanceTimersByTimeAsync(60_000);
  for (const worker of [...forked]) worker.dies();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(forked).toHaveLength(3);
  forked[2]!.listens();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(forked).toHaveLength(4);
  forked[3]!.listens();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(forked).toHaveLength(4);
});

test("a worker that waits for its start is not started once the site stops", async () => {
  const workers = await running();
  forked.at(-1)!.dies();
  void workers.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(forked).toHaveLength(2);
});
