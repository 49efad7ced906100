import type { IncomingMessage, ServerResponse } from "node:http";
import prometheus from "prom-client";
import { expect, test } from "vitest";
import { measureRequests } from "~/server/metrics/setup.server";

function watched() {
  const registry = new prometheus.Registry();
  const listener = measureRequests(prometheus, registry, { nameOf: (target) => target, handler: () => {} });
  const ask = (url: string, method: string, statusCode: number) =>
    listener({ url, method } as IncomingMessage, { statusCode, writableEnded: true } as ServerResponse);
  const values = async () =>
    (await registry.getMetricsAsJSON()).flatMap(({ name, values }) =>
      (values as { metricName?: string; labels: Record<string, unknown>; value: number }[]).map((value) => ({
        name: value.metricName ?? name,
        ...value,
      })),
    );
  const sum = async (name: string, labels: Record<string, string | number>) =>
    (await values())
      .filter(
        (sample) => sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
      )
      .reduce((all, { value }) => all + value, 0);
  return { ask, sum, lines: async () => (await values()).length };
}

test("a client refused everywhere adds no metrics lines, and is counted", async () => {
  const { ask, sum, lines } = watched();
  for (let route = 0; route < 200; route += 1)
    for (const method of ["GET", "POST", "PUT", "DELETE", "TRACE"])
      for (const status of [400, 403, 405, 499]) ask(`/${route}`, method, status);
  // Only refusals are limited.
  for (const status of [200, 500]) ask("/199", "PATCH", status);
  expect(await lines()).toBeLessThan(10_000);
  const counterName = "paddock_http_requests_total";
  const timed = "paddock_http_request_duration_seconds_count";
  for (const name of [counterName, timed]) {
    expect(await sum(name, {})).toBe(4_002);
    for (const status of [400, 403, 405, 499]) expect([name, await sum(name, { status })]).toEqual([name, 1_000]);
    for (const status of [200, 500])
      expect([name, await sum(name, { route: "/199", method: "PATCH", status })]).toEqual([name, 1]);
    expect([name, await sum(name, { route: "/0", method: "GET", status: 400 })]).toEqual([name, 1]);
  }
  expect(await sum(counterName, { route: "/199", method: "POST", status: 400 })).toBe(1);
  expect(await sum(timed, { route: "/*", method: "other", status: 400 })).toBeGreaterThan(900);
  // Its own refusals count once.
  ask("/*", "TRACE", 400);
  expect(await sum(counterName, { route: "/*", method: "other", status: 400 })).toBe(1);
});
