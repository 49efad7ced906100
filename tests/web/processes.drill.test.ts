import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { isAlive } from "~/lib/processes.server";
import { HOUR } from "~/lib/time";
import { eventually } from "../support/eventually";
import { photograph } from "../support/images";
import { addVehicle } from "../support/members";
import { type RawSocket, rawSocket } from "../support/raw-socket";
import { sharedServer, startServer } from "../support/server";
import { tusClient } from "../support/tus";
import { connectToEach, type WorkerConnection, workersOf } from "../support/workers";

const JSON_TYPE = { "Content-Type": "application/json" };

const server = await sharedServer({ env: { WEB_CONCURRENCY: "2", LOG_LEVEL: "info" } });
const ada = await server.signUpWithGarage("Ada Cluster");
const token = await server.bearerOf(ada);
const vehicleId = await addVehicle(ada);
let openConnections: WorkerConnection[] = [];

afterEach(() => {
  for (const connection of openConnections) connection.end();
  openConnections = [];
});

async function connectBoth(): Promise<[WorkerConnection, WorkerConnection]> {
  expect(await eventually(() => workersOf(server.pid).length === 2)).toBe(true);
  openConnections = await connectToEach(server.url, server.pid);
  return openConnections as [WorkerConnection, WorkerConnection];
}

const bearer = (secret = token) => ({ Authorization: `Bearer ${secret}` });

/** The last worker to get the jobs. */
const jobHolder = (site = server) =>
  Number([...site.log().matchAll(/"pid":(\d+),"msg":"background jobs"/g)].at(-1)?.[1]);

async function killWorker(pid: number): Promise<void> {
  server.allowFault(new RegExp(`"pid":${pid},.*"worker died"`));
  const ready = () => server.log().match(/"worker started"/g)?.length ?? 0;
  const before = ready();
  process.kill(pid, "SIGKILL");
  expect(await eventually(() => ready() > before)).toBe(true);
}

test("limits are exact over all workers", async () => {
  const limited = await startServer({ env: { WEB_CONCURRENCY: "2", RATE_LIMITS: "on", TRUST_PROXY: "1" } });
  const headers = { "X-Forwarded-For": "198.51.100.7" };
  const statuses = await Promise.all(
    Array.from({ length: 140 }, async (_, index) => {
      return (await limited.ask({ path: `/api/v1/search?q=saab+${index}`, headers })).status;
    }),
  );
  await limited.stop();
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});

test("the pieces of one photo may come to any worker", async () => {
  const photo = await photograph({ width: 1200, height: 800 });
  const client = tusClient(ada.browser);
  const addresses = [await client.begin("a.jpg", photo.length), await client.begin("b.jpg", photo.length)];
  const size = Math.ceil(photo.length / 8);
  for (let index = 0; index < photo.length; index += size) {
    const piece = photo.subarray(index, index + size);
    const statuses = await Promise.all(addresses.map((address) => client.patchAlone(address, index, piece)));
    expect(statuses).toEqual([204, 204]);
  }
  const uploads = addresses.map((address) => address.slice("/uploads/".length)).join();
  const response = await ada.browser.submit("/vehicles/new", { make: "Saab", model: "96", year: "1972", uploads });
  expect([response.status, readdirSync(path.join(server.uploadsDir, ".resumable"))]).toEqual([302, []]);
});

test("one worker's write shows at once on the other, also instead of a cached page", async () => {
  const [firstWorker, secondWorker] = await connectBoth();
  const path = `/vehicles/${vehicleId}`;
  for (let round = 0; round < 3; round += 1) {
    const model = `Model ${round}`;
    await secondWorker.send({ path });
    const response = await firstWorker.send(
      { method: "PATCH", path: `/api/v1${path}`, headers: { ...JSON_TYPE, ...bearer() } },
      JSON.stringify({ model }),
    );
    expect(response.status).toBe(200);
    expect((await secondWorker.send({ path })).text).toContain(model);
    expect((await firstWorker.send({ path })).text).toContain(model);
  }
});

test("a form that is pressed twice, each time at another worker, is one act", async () => {
  const [firstWorker, secondWorker] = await connectBoth();
  const form = {
    method: "POST",
    path: `/vehicles/${vehicleId}`,
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "Sec-Fetch-Site": "same-origin",
      Cookie: ada.browser.cookieHeader,
    },
  };
  const comments = server.database.prepare("SELECT count(*) FROM comments").pluck();
  for (let round = 1; round <= 10; round += 1) {
    const text = `intent=comment&text=Round+${round}`;
    const responses = await Promise.all([firstWorker, secondWorker].map((worker) => worker.send(form, text)));
    expect([responses.map(({ status }) => status), comments.get()]).toEqual([[302, 302], round]);
  }
});

const ask = (on: WorkerConnection, email: string) =>
  on.send({ method: "POST", path: "/api/v1/users/forgotPassword", headers: JSON_TYPE }, JSON.stringify({ email }));

test("mail is sent once by any worker, and continues when the sending worker is killed", async () => {
  const users = await Promise.all(["Cleo", "Dora", "Emil", "Finn"].map((name) => server.signUpWithGarage(name)));
  const [firstWorker, secondWorker] = await connectBoth();
  for (const [index, { email }] of users.slice(0, 2).entries())
    await ask(index === 0 ? firstWorker : secondWorker, email);
  for (const { email } of users.slice(0, 2)) await server.readMail(email, /password/i);
  const holder = jobHolder();
  const survivor = firstWorker.pid === holder ? secondWorker : firstWorker;
  // Written by the remaining worker while no requests arrive.
  const requests = users.slice(2).map(({ email }) => ask(survivor, email));
  await killWorker(holder);
  await Promise.all(requests);
  for (const { email } of users.slice(2)) await server.readMail(email, /password/i);
  // Before the replacement starts.
  expect(jobHolder()).toBe(survivor.pid);
  expect(server.log().lastIndexOf("background jobs")).toBeLessThan(server.log().lastIndexOf("worker started"));
  for (const { email } of users) {
    expect((await server.listMails(email)).filter(({ subject }) => /password/i.test(subject))).toHaveLength(1);
  }
});

test("of two concurrent decisions on two workers, one wins: one mail, one log entry, and 409", async () => {
  const [firstWorker, secondWorker] = await connectBoth();
  const { insert } = server;
  const user = await server.signUp("Paul Person");
  const staff = await Promise.all(["Mo First", "Mia Second"].map((name) => server.signUpAdmin(name)));
  const tokens = await Promise.all(staff.map((admin) => server.bearerOf(admin)));
  const facts = "Your words were about the person and not about the car.";
  const ids = Array.from({ length: 12 }, (_, index) =>
    insert("cases", {
      ...{ kind: "comment", thing_id: 900_000 + index, about: `/comments/${900_000 + index}`, snapshot: "{}" },
      ...{ person_id: Number(user.id), person_name: user.name, created_at: Date.now() },
    }),
  );
  const count = (query: string) => server.database.prepare(`SELECT count(*) FROM ${query}`).pluck().get();
  for (const id of ids) {
    const responses = await Promise.all(
      [firstWorker, secondWorker].map(({ send }, index) => {
        const body = JSON.stringify({ measure: "warn", rule: `Be kind, says ${index}`, facts });
        const headers = { ...JSON_TYPE, ...bearer(tokens[index]) };
        return send({ method: "POST", path: `/api/v1/moderation/cases/${id}/decision`, headers }, body);
      }),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = responses.findIndex(({ status }) => status === 200);
    expect(JSON.parse(responses[1 - winner]!.text).message).toBe("Another moderator has already decided this case.");
    const row = server.database.prepare("SELECT rule, decided_by FROM cases WHERE id = ?").get(id);
    expect(row).toEqual({ rule: `Be kind, says ${winner}`, decided_by: Number(staff[winner]!.id) });
    expect(count(`audit_log WHERE subject_type = 'case' AND subject_id = '${id}'`)).toBe(1);
    expect(count(`notifications WHERE case_id = ${id}`)).toBe(1);
  }
  expect(count("mail_outbox WHERE kind = 'case-decided'")).toBe(ids.length);
});

test("a killed worker fails its own connections only", async () => {
  const [firstWorker, secondWorker] = await connectBoth();
  const before = workersOf(server.pid);
  const killed = killWorker(firstWorker.pid);
  for (let index = 0; index < 20; index += 1) {
    expect((await server.ask({ path: `/vehicles/${vehicleId}` })).status).toBe(200);
    expect((await secondWorker.send({ path: "/healthz" })).status).toBe(200);
  }
  await killed;
  const after = workersOf(server.pid);
  expect(after).toHaveLength(2);
  expect(after.filter((pid) => before.includes(pid))).toEqual([secondWorker.pid]);
});

test("a worker that takes over sweeps what is older than the site, and nothing that another one may be storing", async () => {
  const [young, old] = ["young", "old"].map((name) => path.join(server.uploadsDir, "photos", `${name}.txt`));
  mkdirSync(path.dirname(young!), { recursive: true });
  for (const [file, at] of [
    [young!, Date.now()],
    [old!, Date.now() - HOUR],
  ] as const) {
    writeFileSync(file, "no row names it");
    utimesSync(file, at / 1000, at / 1000);
  }
  await killWorker(jobHolder());
  expect([await eventually(() => !existsSync(old!)), existsSync(young!)]).toEqual([true, true]);
  rmSync(young!);
});

test("a SIGHUP during another one's replacement: no request is lost, all workers are new after it, none is left over", async () => {
  const site = await startServer({ env: { WEB_CONCURRENCY: "2", LOG_LEVEL: "info" } });
  const ada = await site.signUpWithGarage("Ada Reload");
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${await site.bearerOf(ada)}` };
  const path = `/vehicles/${await addVehicle(ada)}`;
  const answering = () => [...site.log().matchAll(/"pid":(\d+),"msg":"worker started"/g)].map(([, pid]) => Number(pid));
  const renewals = () => site.log().match(/"msg":"reload finished"/g)?.length ?? 0;

  const lostRequests: unknown[] = [];
  const texts: string[] = [];
  let stopped = false;
  let most = 0;
  const until = async (ask: () => Promise<{ status: number }>) => {
    while (!stopped) {
      most = Math.max(most, workersOf(site.pid).length);
      const { status } = await ask().catch((error) => ({ status: String(error) }));
      if (status !== 200 && status !== 201) lostRequests.push(status);
    }
  };
  const connections = await connectToEach(site.url, site.pid);
  const comment = async (at: number) => {
    const text = randomUUID();
    const call = { method: "POST", path: `/api/v1${path}/comments`, headers };
    const answer = await connections[at]!.send(call, JSON.stringify({ text }));
    if (answer.status === 201) texts.push(text);
    return answer;
  };
  const load = [
    ...connections.map((_, index) => until(() => comment(index))),
    until(() => site.ask({ path })),
    until(() => site.ask({ path: "/" })),
  ];

  process.kill(site.pid, "SIGHUP");
  // One old worker is replaced or about to be, the other is not.
  expect([await eventually(() => answering().length > 2, 40), renewals()]).toEqual([true, 0]);
  const before = answering();
  process.kill(site.pid, "SIGHUP");
  expect(await eventually(() => renewals() === 2, 40)).toBe(true);
  expect(site.log().match(/"msg":"reload started"/g)).toHaveLength(2);
  const durations = [...site.log().matchAll(/"ms":([^,}]+)/g)].map(([, ms]) => Number(ms));
  expect([durations.length > 0, durations.every(Number.isInteger)]).toEqual([true, true]);
  stopped = true;
  await Promise.all(load);

  expect(lostRequests).toEqual([]);
  const storedTexts = site.database.prepare("SELECT text FROM comments").pluck().all();
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => !storedTexts.includes(text))).toEqual([]);
  // Replaced one after the other.
  expect(most).toBe(3);
  const now = workersOf(site.pid);
  expect(now).toHaveLength(2);
  expect(now.filter((pid) => before.includes(pid))).toEqual([]);
  expect(now).toContain(jobHolder(site));
  // Two at the start, two per replacement.
  expect(answering()).toHaveLength(6);
  expect(
    answering()
      .filter((pid) => !now.includes(pid))
      .filter(isAlive),
  ).toEqual([]);
  for (const connection of connections) connection.end();
  await site.stop();
}, 120_000);

test("MAX_CONNECTIONS holds for all workers together; what comes on top of a worker's share is closed", async () => {
  const site = await startServer({ env: { WEB_CONCURRENCY: "2", MAX_CONNECTIONS: "10" } });
  const sockets: RawSocket[] = [];
  const responses: string[] = [];
  // More than each worker's share.
  for (let index = 0; index < 60; index += 1) {
    const socket = await rawSocket(site.url);
    await socket.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    responses.push(await socket.until(/"ok"/));
    sockets.push(socket);
  }
  expect(responses.filter((answer) => answer.includes('"ok"'))).toHaveLength(10);
  for (const socket of sockets) socket.end();
  expect(await eventually(async () => (await site.ask({ path: "/healthz" }).catch(() => null)) !== null)).toBe(true);
  await site.stop();
});

test("SIGHUP with a failing new worker: the old ones stay, and it is logged", async () => {
  const site = await startServer({ env: { WEB_CONCURRENCY: "2" } });
  const before = workersOf(site.pid);
  const folder = `${site.mailDir}.away`;
  renameSync(site.mailDir, folder);
  writeFileSync(site.mailDir, "no folder");
  site.allowFault(/MAIL_DIR is wrong|reload aborted|worker died/);
  process.kill(site.pid, "SIGHUP");
  expect(await eventually(() => site.log().includes("reload aborted"))).toBe(true);
  expect([workersOf(site.pid), (await site.ask({ path: "/" })).status]).toEqual([before, 200]);
  rmSync(site.mailDir);
  renameSync(folder, site.mailDir);
  await site.stop();
});

test("if the primary is killed, its workers end too, and the port is free again", async () => {
  const first = await startServer({ env: { WEB_CONCURRENCY: "2" } });
  const workers = workersOf(first.pid);
  expect(workers).toHaveLength(2);
  process.kill(first.pid, "SIGKILL");
  expect(await eventually(() => !workers.some(isAlive))).toBe(true);
  const secondServer = await startServer({ env: { WEB_CONCURRENCY: "auto", PORT: new URL(first.url).port } });
  const processes = availableParallelism();
  expect(workersOf(secondServer.pid)).toHaveLength(processes === 1 ? 0 : processes);
  await secondServer.stop();
  await first.stop().catch(() => undefined);
});
