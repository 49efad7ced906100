import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { env } from "~/env.server";
import { MINUTE } from "~/lib/time";
import type { FileStore } from "~/services/images/store/file-store";
import { canRemoveFiles, OWNER_FILE } from "~/services/images/store/ownership.server";
import { photoStore } from "~/services/images/store/photo-store.server";

const before = env().photoStore;
let root: string;
let store: FileStore;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  root = mkdtempSync(path.join(tmpdir(), "paddock-owned-"));
  // Opened as a folder, then treated as a bucket.
  const location = { kind: "folder", path: root };
  Object.assign(env(), { photoStore: location });
  store = await photoStore();
  location.kind = "bucket";
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(env(), { photoStore: before });
  rmSync(root, { recursive: true });
});

test("the first removal claims an unclaimed store, until another site claims it", async () => {
  const file = path.join(root, OWNER_FILE);
  expect(await canRemoveFiles()).toBe(true);
  const ownId = readFileSync(file, "utf8");
  expect(ownId).toMatch(/^[0-9a-f]{32}$/);
  // A restored site takes it over meanwhile.
  writeFileSync(file, "f".repeat(32));
  vi.advanceTimersByTime(MINUTE);
  expect(await canRemoveFiles()).toBe(false);
  writeFileSync(file, ownId);
  expect(await canRemoveFiles()).toBe(false);
  vi.advanceTimersByTime(MINUTE);
  expect(await canRemoveFiles()).toBe(true);
});

test("of two sites that find it without an owner at once, one alone has it", async () => {
  const put = store.put.bind(store);
  vi.spyOn(store, "put").mockImplementation(async (files) => {
    await put(files);
    writeFileSync(path.join(root, OWNER_FILE), "f".repeat(32));
  });
  expect(await canRemoveFiles()).toBe(false);
});
