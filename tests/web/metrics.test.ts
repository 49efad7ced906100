import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { eventually } from "../support/eventually";
import { photograph } from "../support/images";
import { addVehicle } from "../support/members";
import { bearer, scrape, TOKEN } from "../support/prometheus";
import type { rawRequest } from "../support/raw-request";
import { sharedServer } from "../support/server";
import { tusClient } from "../support/tus";

const steady = ({ status, headers, body }: Awaited<ReturnType<typeof rawRequest>>) => {
  const { date, "x-request-id": id, "content-security-policy": policy, ...rest } = headers;
  const nonces = /nonce-[^']+/g;
  const text = body.replace(/metric[sz]/g, "ADDRESS").replace(/nonce="[^"]+"/g, "");
  return { status, rest, policy: String(policy).replace(nonces, ""), text: text.replaceAll(String(id), "ID") };
};

const server = await sharedServer({
  env: {
    METRICS_TOKEN: TOKEN,
    RATE_LIMITS: "on",
    TRUST_PROXY: "1",
    RESTIC_REPOSITORY: "rest:https://cars:secret@backups.example/",
  },
});

describe("access", () => {
  test("without the token it is not found, as any other address", async () => {
    const wrong: Record<string, string>[] = [
      {},
      { Authorization: "Bearer" },
      { Authorization: `Bearer ${TOKEN}x` },
      { Cookie: "a=b" },
    ];
    for (const headers of wrong) {
      for (const method of ["GET", "HEAD", "POST", "DELETE"]) {
        const response = await server.ask({ method, path: "/metrics", headers });
        expect(response.status).toBeGreaterThanOrEqual(404);
        expect(steady(response)).toEqual(steady(await server.ask({ method, path: "/metricz", headers })));
      }
    }
    const wrongHeaders = { Authorization: TOKEN };
    expect((await server.ask({ path: "/metrics", headers: wrongHeaders })).status).toBe(404);
  });

  test("with the token it is read-only, and not cached", async () => {
    await scrape(server.url);
    // Schemes are case-insensitive (HTTP).
    const small = { Authorization: `bearer ${TOKEN}` };
    expect((await server.ask({ path: "/metrics", headers: small })).status).toBe(200);
    const head = await server.ask({ method: "HEAD", path: "/metrics", headers: bearer });
    expect([head.status, head.body, head.headers["cache-control"]]).toEqual([200, "", "private, no-store"]);
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const { status, headers } = await server.ask({ method, path: "/metrics", headers: bearer });
      expect([method, status, headers.allow]).toEqual([method, 405, "GET, HEAD"]);
    }
    expect((await server.ask({ path: "/metrics" })).status).toBe(404);
  });
});

const unmeasured = await sharedServer();

test("without METRICS_TOKEN it is not found, whatever is sent", async () => {
  const empty = { Authorization: "Bearer " };
  const responses = await Promise.all(
    [bearer, empty, { Authorization: "Bearer undefined" }, {}].map((headers) =>
      unmeasured.ask({ path: "/metrics", headers: headers as Record<string, string> }),
    ),
  );
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

const ada = await server.signUpWithGarage("Ada Metric");
const vehicle = `/vehicles/${await addVehicle(ada)}`;

describe("what is measured", () => {
  async function rise(during: () => Promise<unknown>, name: string, labels?: Record<string, string>): Promise<number> {
    const before = (await scrape(server.url)).value(name, labels) ?? 0;
    await during();
    return ((await scrape(server.url)).value(name, labels) ?? 0) - before;
  }
  const get = (path: string, headers = {}, method = "GET") => server.ask({ path, headers, method });

  test("requests by route, method and status, from cache or app, with durations", async () => {
    const cases: [path: string, route: string, status: string, headers?: Record<string, string>, method?: string][] = [
      [vehicle, "/vehicles/:vehicleId", "200"],
      [`${vehicle}?page=1`, "/vehicles/:vehicleId", "200"],
      ["/vehicles/999999", "/vehicles/:vehicleId", "404"],
      [`${vehicle}.data`, "/vehicles/:vehicleId", "200"],
      ["/", "/", "200", {}, "HEAD"],
      ["/events/1.ics", "/events/:eventId.ics", "404"],
      ["/api/v1/vehicles/latest", "/api/v1/vehicles/latest", "200"],
      ["/api/v1/users/me", "/api/v1/users/me", "401", { Authorization: "Bearer nobody" }],
      ["/api/v1/none", "/api/v1/*", "404"],
      ["/assets/none.js", "/assets/*", "404"],
      ["/img/photos/default-vehicle.png", "/img/:kind/:name", "200"],
      ["/healthz", "/healthz", "200"],
      ["/uploads", "/uploads", "403", { "Sec-Fetch-Site": "cross-site" }, "POST"],
      ["/verify-email/abc", "/verify-email/:token?", "400"],
      ["/nobody-knows", "/*", "404"],
      ["/vehicles", "/vehicles", "405", {}, "TRACE"],
    ];
    for (const [path, route, status, headers = {}, method = "GET"] of cases) {
      const labels = { route, status, method: method === "TRACE" ? "other" : method };
      const ask = () => get(path, headers, method);
      expect([path, await rise(ask, "paddock_http_requests_total", labels)]).toEqual([path, 1]);
      expect([path, await rise(ask, "paddock_http_request_duration_seconds_count", labels)]).toEqual([path, 1]);
    }
    const { samples } = await scrape(server.url);
    const ends = samples.filter(({ name, labels }) => name.endsWith("_bucket") && labels.route === "/vehicles");
    expect(ends.map(({ labels }) => labels.le).at(-1)).toBe("+Inf");
    expect(ends.map(({ value }) => value)).toEqual(ends.map(({ value }) => value).sort((a, b) => a - b));
  });

  test("which version it is", async () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    const { samples } = await scrape(server.url);
    const info = samples.filter(({ name }) => name === "paddock_build_info");
    const commit = expect.stringMatching(/^([0-9a-f]{8}(-dirty)?)?$/);
    expect(info).toEqual([expect.objectContaining({ labels: { version, commit }, value: 1 })]);
    expect(server.log()).toMatch(new RegExp(`"event":"start",.*"version":"${version.replaceAll(".", "\\.")}\\b`));
  });

  test("two hundred made-up addresses add no label", async () => {
    const madeUpPath = (at: number) =>
      [`/made-up-${at}`, `/api/v1/made-up-${at}`, `/vehicles/made-up-${at}`, `/%ff${at}`][at % 4]!;
    await Promise.all([0, 1, 2, 3].map((at) => get(madeUpPath(at))));
    const before = await scrape(server.url);
    for (let index = 4; index < 204; index += 1) await get(madeUpPath(index), { "X-Forwarded-For": "198.51.100.20" });
    const after = await scrape(server.url);
    expect([...after.valuesOf("route")]).toEqual([...before.valuesOf("route")]);
    expect(JSON.stringify(after.samples)).not.toContain("made-up");
    expect(after.samples.length - before.samples.length).toBeLessThan(30);
  });

  test("cached pages, SQLite, transactions", async () => {
    const labels = { how: "whole" };
    const { headers } = await get(vehicle);
    expect(await rise(() => get(vehicle), "paddock_kept_answers_total", labels)).toBe(1);
    const unchanged = () => get(vehicle, { "If-None-Match": String(headers.etag) });
    expect(await rise(unchanged, "paddock_kept_answers_total", { how: "unchanged" })).toBe(1);
    const change = async () => {
      await ada.browser.api("PATCH", vehicle, { model: "99" });
      await get(vehicle);
    };
    expect(await rise(change, "paddock_kept_answers_total", { how: "made" })).toBe(1);
    for (const kind of ["select", "update", "transaction"]) {
      expect(await rise(change, "paddock_sqlite_seconds_total", { kind })).toBeGreaterThan(0);
    }
    expect(await rise(change, "paddock_sqlite_transactions_total", { outcome: "committed" })).toBeGreaterThan(0);
    const sendRefused = () => ada.browser.api("PATCH", "/vehicles/999999/like");
    expect(await rise(sendRefused, "paddock_sqlite_transactions_total", { outcome: "rolled_back" })).toBeGreaterThan(0);
  });

  test("refusals by limit", async () => {
    const search = async () => {
      for (let index = 0; index < 123; index += 1)
        await get(`/api/v1/search?q=saab${index}`, { "X-Forwarded-For": "198.51.100.9" });
    };
    expect(await rise(search, "paddock_limit_refusals_total", { limit: "search" })).toBe(3);
    expect((await scrape(server.url)).value("paddock_limit_refusals_total", { limit: "like" })).toBe(0);
  });

  test("uploads under way, photos that wait for their form", async () => {
    const tus = tusClient(ada.browser);
    const photo = await photograph({ width: 300, height: 200 });
    const address = await tus.begin("a.jpg", photo.length);
    expect((await scrape(server.url)).value("paddock_photos_waiting")).toBe(1);
    const hanging = tus.hang(address, 0, photo, 500);
    const underWay = async () => (await scrape(server.url)).value("paddock_uploads_under_way");
    expect(await eventually(async () => (await underWay()) === 1)).toBe(true);
    hanging.cut();
    expect(await eventually(async () => (await underWay()) === 0)).toBe(true);
  });

  test("mails, backups, store, disk, memory, event loop", async () => {
    const { database } = server;
    const at = Date.now();
    const mail = database.prepare(
      "INSERT INTO mail_outbox (kind, recipient, payload, attempts, next_attempt_at, last_error, created_at) VALUES ('x', 'a@example.com', '{}', ?, ?, ?, ?)",
    );
    mail.run(10, 8_640_000_000_000_000, "no", at - 7_200_000);
    mail.run(2, at + 3_600_000, "no", at - 1_200_000);
    mail.run(0, at + 3_600_000, null, at - 60_000);
    const backup = database.prepare(
      `INSERT INTO backup_runs (place, started_at, until, finished_at, error, bytes) VALUES ('rest:https://backups.example/', ?, ?, ?, ?, ?)`,
    );
    backup.run(at + 100_000, at + 200_000, at + 103_000, null, 4_100_000);
    expect((await scrape(server.url)).value("paddock_backup_last_try_success")).toBe(1);
    backup.run(at + 400_000, at + 500_000, at + 410_000, "The disk is full", null);
    const now = await scrape(server.url);
    const values = {
      ...{ paddock_mails_waiting: 2, paddock_mails_failing: 1, paddock_mails_given_up: 1 },
      ...{ paddock_backup_last_try_success: 0, paddock_backup_last_bytes: 4_100_000 },
      ...{ paddock_backup_interval_seconds: 0, paddock_backup_last_duration_seconds: 3 },
      paddock_backup_last_success_timestamp_seconds: (at + 100_000) / 1000,
      ...{ paddock_photo_store_up: 1, paddock_processes: 1 },
    };
    expect(Object.fromEntries(Object.keys(values).map((name) => [name, now.value(name)]))).toEqual(values);
    expect(now.value("paddock_mails_oldest_seconds")).toBeCloseTo(1_200, -2);
    const large = ["paddock_database_bytes", "paddock_disk_free_bytes", "process_resident_memory_bytes"];
    expect(large.filter((name) => !(now.value(name)! > 100_000))).toEqual([]);
    const metricNames = [
      "nodejs_eventloop_lag_p99_seconds",
      "nodejs_heap_size_used_bytes",
      "paddock_database_wal_bytes",
    ];
    expect(metricNames.filter((name) => now.value(name) === undefined)).toEqual([]);
  });

  test("a fault is counted, and stored with the shown id, without personal data", async () => {
    const { database } = server;
    server.allowFault(/no such table/);
    database.exec("ALTER TABLE tickets RENAME TO tickets_away");
    const submit = () =>
      server.ask({
        method: "POST",
        path: "/api/v1/tickets/submit?token=s3cret",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          ...{ category: "Bug Report", subject: "Horn", description: "Sounds by itself." },
          ...{ name: "Ada", email: "ada.private@example.com" },
        }),
      });
    const before = await scrape(server.url);
    const { status, body } = await submit();
    expect([status, body]).toEqual([500, expect.stringContaining("Something went wrong.")]);
    database.exec("ALTER TABLE tickets_away RENAME TO tickets");
    const after = await scrape(server.url);
    const labels = { where: "request" };
    expect(after.value("paddock_faults_total", labels)! - before.value("paddock_faults_total", labels)!).toBe(1);
    const rows = () => database.prepare("SELECT * FROM faults").all() as Record<string, unknown>[];
    expect(await eventually(() => rows().length === 1)).toBe(true);
    const [row] = rows();
    expect(row).toMatchObject({ method: "POST", path: "/api/v1/tickets/submit" });
    expect(body).toContain(String(row!.error_id));
    expect(String(row!.message)).toMatch(/no such table/);
    expect(JSON.stringify(row)).not.toMatch(/s3cret|ada\.private/);
  });
});
