import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { eventually } from "../support/eventually";
import { addVehicle, signUpWithGarage } from "../support/members";
import { scrape, TOKEN } from "../support/prometheus";
import { startServer } from "../support/server";
import { connectToEach, workersOf } from "../support/workers";

/** Alarms and guide name existing metrics only; the guide names all. */
function expectDescribed(types: ReadonlyMap<string, string>): void {
  const siteMetrics = [...types.keys()].filter((name) => name.startsWith("paddock_"));
  const namesIn = (file: string) => {
    const names = readFileSync(file, "utf8").match(/\bpaddock_[a-z_]+/g) ?? [];
    return new Set(names.map((name) => name.replace(/_bucket$/, "")));
  };
  const alarms = namesIn("app/deploy/alarms.yml");
  expect(alarms.size).toBeGreaterThan(10);
  expect([...alarms].filter((name) => !types.has(name))).toEqual([]);
  const described = namesIn("docs/operating.md");
  expect(siteMetrics.filter((name) => !described.has(name))).toEqual([]);
}

test("several processes: one scrape adds up all of them, and database figures appear once", async () => {
  const server = await startServer({ env: { METRICS_TOKEN: TOKEN, WEB_CONCURRENCY: "2", LOG_LEVEL: "info" } });
  server.database
    .prepare(
      "INSERT INTO mail_outbox (kind, recipient, payload, attempts, next_attempt_at, created_at) VALUES ('x', 'a@example.com', '{}', 0, ?, ?)",
    )
    .run(Date.now() + 3_600_000, Date.now());
  const connections = await connectToEach(server.url, server.pid);
  for (const connection of connections)
    for (let index = 0; index < 5; index += 1) await connection.send({ path: "/about-us" });
  const routeLabel = { route: "/about-us" };
  const first = await scrape(server.url);
  expectDescribed(first.types);
  expect(first.value("paddock_http_requests_total", routeLabel)).toBe(10);
  expect(first.value("paddock_http_request_duration_seconds_count", routeLabel)).toBe(10);
  expect(
    ["paddock_processes", "paddock_mails_waiting", "paddock_uploads_under_way"].map((name) => first.value(name)),
  ).toEqual([2, 1, 0]);
  // A dead worker's counts remain.
  server.allowFault(/"worker died"/);
  const [dead] = workersOf(server.pid);
  process.kill(dead!, "SIGKILL");
  expect(await eventually(async () => (await scrape(server.url)).value("paddock_workers_died_total") === 1)).toBe(true);
  expect(await eventually(async () => (await scrape(server.url)).value("paddock_processes") === 2)).toBe(true);
  const second = await scrape(server.url);
  expect(second.value("paddock_http_requests_total", routeLabel)).toBe(10);
  for (const { name, labels, value } of first.samples) {
    if (first.types.get(name) !== "counter" || !name.startsWith("paddock_")) continue;
    expect([name, labels, (second.value(name, labels) ?? 0) >= value]).toEqual([name, labels, true]);
  }
  for (const connection of connections) connection.end();
  // A replaced worker reports before its exit.
  const unseen = await connectToEach(server.url, server.pid);
  for (const connection of unseen) await connection.send({ path: "/about-us" });
  for (const connection of unseen) connection.end();
  process.kill(server.pid, "SIGHUP");
  expect(await eventually(() => server.log().includes('"msg":"reload finished"'))).toBe(true);
  expect((await scrape(server.url)).value("paddock_http_requests_total", routeLabel)).toBe(12);
  await server.stop();
});

test("a transaction that waits for another writer", async () => {
  const server = await startServer({ env: { METRICS_TOKEN: TOKEN } });
  const { database } = server;
  const ada = await signUpWithGarage(server, "Ada Miller");
  const vehicle = `/vehicles/${await addVehicle(ada)}`;
  const before = await scrape(server.url);
  database.exec("BEGIN IMMEDIATE");
  const write = ada.browser.api("PATCH", vehicle, { model: "96 Sport" });
  // The server's thread is blocked until this write.
  await pause(500);
  database.exec("COMMIT");
  expect((await write).status).toBe(200);
  const after = await scrape(server.url);
  const risen = (name: string) => after.value(name)! - before.value(name)!;
  expect(risen("paddock_sqlite_busy_waits_total")).toBe(1);
  expect(risen("paddock_sqlite_busy_wait_seconds_total")).toBeGreaterThan(0.05);
  await server.stop();
});
