import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../faults/people";
import { photograph } from "../support/images";
import type { TestServer } from "../support/launch";
import { listMails, readMail } from "../support/mail";
import { bearerOf, type Owner, signUpWithGarage } from "../support/members";
import { rawRequest } from "../support/raw-request";
import { rawSocket } from "../support/raw-socket";
import { startServer } from "../support/server";
import { connectToEach, isAlive, type KeptConnection, workersOf } from "../support/workers";

const JSON_TYPE = { "Content-Type": "application/json" };

let server: TestServer;
let ada: Owner;
let token: string;
let vehicleId: string;
let kept: KeptConnection[] = [];

beforeAll(async () => {
  server = await startServer({ env: { WEB_CONCURRENCY: "2", LOG_LEVEL: "info" } });
  ada = await signUpWithGarage(server, "Ada Cluster");
  token = await bearerOf(server, ada);
  const added = await ada.browser.api("POST", "/vehicles", { make: "Saab", model: "96", year: 1968 });
  vehicleId = added.json.data.doc._id;
});
afterEach(() => {
  for (const connection of kept) connection.end();
  kept = [];
});
afterAll(() => server.stop());

/** A kept connection to each of the two workers. */
async function both(): Promise<[KeptConnection, KeptConnection]> {
  expect(await eventually(() => workersOf(server.pid).length === 2)).toBe(true);
  kept = await connectToEach(server.url, server.pid);
  return kept as [KeptConnection, KeptConnection];
}

const bearer = (secret = token) => ({ Authorization: `Bearer ${secret}` });

/** The worker that was last given the background jobs. */
const jobHolder = () => Number([...server.log().matchAll(/"pid":(\d+),"msg":"background jobs"/g)].at(-1)?.[1]);

/** Kills a worker as the system would, and waits until another has come. */
async function killWorker(pid: number): Promise<void> {
  server.allowFault(new RegExp(`"pid":${pid},.*"a worker has died"`));
  const ready = () => server.log().match(/"a worker answers"/g)?.length ?? 0;
  const before = ready();
  process.kill(pid, "SIGKILL");
  expect(await eventually(() => ready() > before)).toBe(true);
}

test("limits are exact over all workers", async () => {
  const limited = await startServer({ env: { WEB_CONCURRENCY: "2", RATE_LIMITS: "on", TRUST_PROXY: "1" } });
  const path = "/api/v1/search?q=saab";
  const headers = { "X-Forwarded-For": "198.51.100.7" };
  const statuses = await Promise.all(
    Array.from({ length: 140 }, async () => (await rawRequest(limited.url, { path, headers })).status),
  );
  await limited.stop();
  expect(statuses.filter((status) => status === 200)).toHaveLength(120);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});

test("what one worker writes the other shows at once, also where it had the page ready", async () => {
  const [one, other] = await both();
  const path = `/vehicles/${vehicleId}`;
  for (let round = 0; round < 3; round += 1) {
    const model = `Model ${round}`;
    await other.send({ path });
    const written = await one.send(
      { method: "PATCH", path: `/api/v1${path}`, headers: { ...JSON_TYPE, ...bearer() } },
      JSON.stringify({ model }),
    );
    expect(written.status).toBe(200);
    expect((await other.send({ path })).text).toContain(model);
    expect((await one.send({ path })).text).toContain(model);
  }
});

describe("one upload a person over all workers", () => {
  const boundary = "b";
  const type = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
  const vehicle = async (model: string) => {
    const fields = Object.entries({ make: "Lotus", model, year: "1967" }).map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const head = `--b\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
    const photo = await photograph({ width: 300, height: 200 });
    return Buffer.concat([Buffer.from(fields.join("") + head), photo, Buffer.from("\r\n--b--\r\n")]);
  };
  const upload = (on: KeptConnection, secret: string, body: Buffer) =>
    on.send({ method: "POST", path: "/api/v1/vehicles", headers: { ...type, ...bearer(secret) } }, body);

  test("a second one waits in another worker, and gets its turn when the first one's worker is killed", async () => {
    const ben = await signUpWithGarage(server, "Ben Cluster");
    const tokenOfBen = await bearerOf(server, ben);
    const body = await vehicle("Europa");
    const [one, other] = await both();
    // Announces a body of which only the beginning comes: the upload is under way until its worker dies.
    const begun = one
      .send({
        method: "POST",
        path: "/api/v1/vehicles",
        headers: { ...type, ...bearer(), Expect: "100-continue", "Content-Length": String(body.length) },
      })
      .catch((error: NodeJS.ErrnoException) => error.code);
    // Answered by the same worker, so that the upload has begun there.
    const third = (await connectToEach(server.url, server.pid)).find(({ pid }) => pid === one.pid)!;
    await third.send({ path: `/api/v1/vehicles/${vehicleId}` });
    let ended = false;
    const second = upload(other, token, body).finally(() => {
      ended = true;
    });
    const fourth = (await connectToEach(server.url, server.pid)).find(({ pid }) => pid === other.pid)!;
    kept.push(third, fourth);
    // Somebody else's, sent to the same worker behind it, twice.
    expect((await upload(fourth, tokenOfBen, body)).status).toBe(201);
    expect((await upload(fourth, tokenOfBen, body)).status).toBe(201);
    expect(ended).toBe(false);
    await killWorker(one.pid);
    expect(await begun).toMatch(/ECONNRESET|EPIPE/);
    expect((await second).status).toBe(201);
  });
});

describe("mail", () => {
  const ask = (on: KeptConnection, email: string) =>
    on.send(
      {
        method: "POST",
        path: "/api/v1/users/forgotPassword",
        headers: JSON_TYPE,
      },
      JSON.stringify({ email }),
    );

  test("leaves once, whichever worker wrote it, and goes on when the worker that sends is killed", async () => {
    const people = await Promise.all(["Cleo", "Dora", "Emil", "Finn"].map((name) => signUpWithGarage(server, name)));
    const [one, other] = await both();
    for (const [at, { email }] of people.slice(0, 2).entries()) await ask(at === 0 ? one : other, email);
    for (const { email } of people.slice(0, 2)) await readMail(server, email, /password/i);
    const holder = jobHolder();
    const survivor = one.pid === holder ? other : one;
    // Written by the one that stays, while nobody sends.
    const asked = people.slice(2).map(({ email }) => ask(survivor, email));
    await killWorker(holder);
    await Promise.all(asked);
    for (const { email } of people.slice(2)) await readMail(server, email, /password/i);
    // At once, not only when another has come.
    expect(jobHolder()).toBe(survivor.pid);
    expect(server.log().lastIndexOf("background jobs")).toBeLessThan(server.log().lastIndexOf("a worker answers"));
    for (const { email } of people) {
      expect((await listMails(server, email)).filter(({ subject }) => /password/i.test(subject))).toHaveLength(1);
    }
  });
});

test("a killed worker is missed by nobody but its own connections", async () => {
  const [one, other] = await both();
  const before = workersOf(server.pid);
  const killed = killWorker(one.pid);
  for (let at = 0; at < 20; at += 1) {
    expect((await rawRequest(server.url, { path: `/vehicles/${vehicleId}` })).status).toBe(200);
    expect((await other.send({ path: "/healthz" })).status).toBe(200);
  }
  await killed;
  const after = workersOf(server.pid);
  expect(after).toHaveLength(2);
  expect(after.filter((pid) => before.includes(pid))).toEqual([other.pid]);
});

describe("SIGHUP", () => {
  const reloads = () => server.log().match(/"all workers are new"/g)?.length ?? 0;

  test("replaces every worker, and under load no request is lost", async () => {
    const before = workersOf(server.pid);
    const seen: unknown[] = [];
    let stopped = false;
    const texts: string[] = [];
    const client = async (on: Pick<KeptConnection, "send">, writes: boolean) => {
      while (!stopped) {
        const text = randomUUID();
        const answer = writes
          ? on.send(
              {
                method: "POST",
                path: `/api/v1/vehicles/${vehicleId}/comments`,
                headers: { ...JSON_TYPE, ...bearer() },
              },
              JSON.stringify({ text }),
            )
          : on.send({ path: `/vehicles/${vehicleId}` });
        const { status } = await answer.catch((error) => ({ status: String(error) }));
        if (status === 201) texts.push(text);
        if (![200, 201].includes(status as number)) seen.push(status);
      }
    };
    const connections = [...(await both()), ...(await connectToEach(server.url, server.pid))];
    kept = connections;
    const single = { send: ({ path }: { path?: string | null }) => rawRequest(server.url, { path: path ?? "/" }) };
    const load = [
      ...connections.map((connection, at) => client(connection, at % 2 === 0)),
      client(single as never, false),
      client(single as never, false),
    ];
    const count = reloads();
    process.kill(server.pid, "SIGHUP");
    expect(await eventually(() => reloads() > count, 20)).toBe(true);
    stopped = true;
    await Promise.all(load);
    expect(seen).toEqual([]);
    const after = workersOf(server.pid);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    expect(after).toHaveLength(2);
    const written = server.database.prepare("SELECT text FROM comments").pluck().all();
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => !written.includes(text))).toEqual([]);
    expect(after).toContain(jobHolder());
  });
});

test("MAX_CONNECTIONS holds for all workers together; who comes on top is closed", async () => {
  const site = await startServer({ env: { WEB_CONCURRENCY: "2", MAX_CONNECTIONS: "10" } });
  const sockets = await Promise.all(Array.from({ length: 12 }, () => rawSocket(site.url)));
  for (const socket of sockets) await socket.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const answers = await Promise.all(sockets.map((socket) => socket.until(/"ok"/)));
  expect(answers.filter((answer) => answer.includes('"ok"'))).toHaveLength(10);
  for (const socket of sockets) socket.end();
  expect(
    await eventually(async () => (await rawRequest(site.url, { path: "/healthz" }).catch(() => null)) !== null),
  ).toBe(true);
  await site.stop();
});

test("SIGHUP where a new worker does not come up: the old ones stay, and the log says so", async () => {
  const site = await startServer({ env: { WEB_CONCURRENCY: "2" } });
  const before = workersOf(site.pid);
  const folder = `${site.mailDir}.away`;
  renameSync(site.mailDir, folder);
  writeFileSync(site.mailDir, "no folder");
  site.allowFault(/MAIL_DIR is wrong|the new worker did not start|a worker has died/);
  process.kill(site.pid, "SIGHUP");
  expect(await eventually(() => site.log().includes("the new worker did not start"))).toBe(true);
  expect(workersOf(site.pid)).toEqual(before);
  expect((await rawRequest(site.url, { path: "/" })).status).toBe(200);
  rmSync(site.mailDir);
  renameSync(folder, site.mailDir);
  await site.stop();
});

test("where the primary is killed, its workers end too, and the port is free again", async () => {
  const first = await startServer({ env: { WEB_CONCURRENCY: "2" } });
  const workers = workersOf(first.pid);
  expect(workers).toHaveLength(2);
  process.kill(first.pid, "SIGKILL");
  expect(await eventually(() => !workers.some(isAlive))).toBe(true);
  const again = await startServer({ env: { WEB_CONCURRENCY: "auto", PORT: new URL(first.url).port } });
  const processes = availableParallelism();
  expect(workersOf(again.pid)).toHaveLength(processes === 1 ? 0 : processes);
  await again.stop();
  await first.stop().catch(() => undefined);
});
