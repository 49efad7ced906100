import { Agent, type ClientRequest, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { createRandom, type Random } from "~/seed/random";
import { formBytes } from "../support/browser-like";
import { DRILL_TIMEOUT_MS, FULL, printFigure, SEED } from "../support/drill";
import { photograph } from "../support/images";
import type { Site } from "../support/launch";
import { newSite } from "../support/new-site";
import { problemsLeft } from "./state";
import { makeUsers, type TestUser } from "./writes";

/** Limit of a stop, ms; SLACK for the wake-up on a busy machine. */
const GRACE = 10_000;
const SLACK = 1_500;

interface SentRequest {
  name: string;
  /** "" for a read. */
  text: string;
  /** The system took the last byte. */
  sentAt?: number;
  status?: number;
  /** Without a complete response. */
  error?: string;
  hasStarted?: boolean;
}

test.each([1, 2])(
  "SIGTERM under load, %i process(es): sent requests get a response, and the site ends with 0 in time",
  async (processes) => {
    const random = createRandom(`${SEED}`);
    const site = await newSite({ WEB_CONCURRENCY: String(processes) });
    await site.start();
    const users = await makeUsers(site, 6);
    const rounds = FULL ? 8 : 1;
    for (let round = 1; round <= rounds; round += 1) {
      await stopOnce(site, users, random, { round, endless: FULL && round === rounds });
      if (round < rounds) await site.start();
    }
    expect(site.faults()).toEqual([]);
  },
  DRILL_TIMEOUT_MS,
);

/** @param options.endless an endless request is in progress */
async function stopOnce(
  site: Site,
  users: readonly TestUser[],
  random: Random,
  { round, endless }: { round: number; endless: boolean },
) {
  const load = new Load(site, users, round);
  const clients = Array.from({ length: 50 }, (_, index) => load.client(index));
  const slow = load.slowUpload(users[0]!, 2_500);
  const never = endless ? load.slowUpload(users[1]!, 60_000) : undefined;
  await pause(random.int(700, 1_400));
  const quick = load.slowUpload(users[2]!, 0);
  await pause(random.int(30, 120));
  const signalAt = performance.now();
  const { code, ms } = await site.stop();
  load.stopped = true;
  await Promise.all([...clients, slow, quick, never]);
  expect.soft(code, `stop ${round}: exit code`).toBe(0);
  // Only for requests in progress.
  expect.soft(ms, `stop ${round}: time`).toBeLessThan(endless ? GRACE + SLACK : 6_000);
  await site.start();
  const storedTexts = site.read(writtenTexts);
  const wrong = load.requests.flatMap((sentRequest) => requestProblems(sentRequest, signalAt, storedTexts));
  expect.soft(wrong, `stop ${round}: requests`).toEqual([]);
  expect.soft(await problemsLeft(site), `stop ${round}: what is there`).toEqual([]);
  await site.stop();
  printFigure(`stop ${round}: ${load.requests.length} requests, ended in ${Math.round(ms)} ms`);
}

const writtenTexts = (raw: import("better-sqlite3").Database): Set<string> =>
  new Set(raw.prepare("SELECT text FROM comments UNION ALL SELECT model FROM vehicles").pluck().all() as string[]);

function requestProblems(request: SentRequest, signalAt: number, storedTexts: ReadonlySet<string>): string[] {
  const { name, text, sentAt, status, error, hasStarted } = request;
  const before = sentAt !== undefined && sentAt < signalAt;
  const when = before ? "before the signal" : "after the signal";
  const done = text !== "" && storedTexts.has(text);
  if (status !== undefined) {
    const acknowledged = status >= 200 && status < 300;
    if (acknowledged && text !== "" && !done) return [`acknowledged and lost: ${name}`];
    if (!acknowledged && done) return [`answered with ${status} and written: ${name}`];
    return acknowledged || status === 503 ? [] : [`${name}, sent ${when}: ${status}`];
  }
  if (done) return [`written, and no whole answer (${error}): ${name}, sent ${when}`];
  if (hasStarted) return [`the answer broke off (${error}): ${name}, sent ${when}`];
  // Cut after ten seconds of waiting.
  return before ? [`no answer (${error}): ${name}, sent ${Math.round(signalAt - sentAt)} ms before the signal`] : [];
}

/** Each on one keep-alive connection, as fast as possible. */
class Load {
  readonly requests: SentRequest[] = [];
  stopped = false;
  #serial = 0;

  constructor(
    private readonly site: Site,
    private readonly users: readonly TestUser[],
    private readonly round: number,
  ) {}

  async client(at: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const me = this.users[at % this.users.length]!;
    const paths = ["/", `/vehicles/${me.vehicleId}`, "/garages", "/api/v1/vehicles/latest"];
    for (let turn = at; !this.stopped; turn += 1) {
      const ownRequest =
        turn % 3 === 0 ? await this.#comment(me, agent) : await this.#read(paths[turn % 4]!, me, agent);
      if (ownRequest.status === undefined) break;
    }
    agent.destroy();
  }

  #read(path: string, { token }: TestUser, agent: Agent): Promise<SentRequest> {
    return this.#send({ name: `GET ${path}`, text: "" }, { path, token, method: "GET", agent }, (call) => call.end());
  }

  #comment({ vehicleId, token }: TestUser, agent: Agent): Promise<SentRequest> {
    const text = this.#unique("Comment");
    const path = `/api/v1/vehicles/${vehicleId}/comments`;
    const headers = { "Content-Type": "application/json" };
    return this.#send({ name: `POST ${text}`, text }, { path, token, method: "POST", agent, headers }, (call) =>
      call.end(JSON.stringify({ text })),
    );
  }

  /** Its upload takes `ms`. */
  async slowUpload({ token }: TestUser, ms: number): Promise<SentRequest> {
    const model = this.#unique("Model");
    const photos = [{ name: "a.jpg", bytes: await photograph({ width: 700, height: 466 }) }];
    const { type, bytes } = await formBytes({ make: "Lotus", model, year: 1967 }, { photos });
    const headers = { "Content-Type": type, "Content-Length": String(bytes.length) };
    const label = `an upload that takes ${ms} ms`;
    const options = { path: "/api/v1/vehicles", token, method: "POST", headers };
    return this.#send({ name: label, text: model }, options, async (call) => {
      const pieces = ms === 0 ? 1 : 25;
      const size = Math.ceil(bytes.length / pieces);
      for (let index = 0; index < bytes.length && !call.destroyed; index += size) {
        call.write(bytes.subarray(index, index + size));
        if (ms > 0) await pause(ms / pieces);
      }
      call.end();
    });
  }

  #unique(name: string): string {
    this.#serial += 1;
    return `${name} ${this.#serial} of round ${this.round}`;
  }

  #send(
    sentRequest: SentRequest,
    {
      token,
      ...options
    }: { path: string; token: string; method: string; agent?: Agent; headers?: Record<string, string> },
    send: (call: ClientRequest) => unknown,
  ): Promise<SentRequest> {
    this.requests.push(sentRequest);
    const headers = { ...options.headers, Authorization: `Bearer ${token}` };
    return new Promise((resolve) => {
      const call = request({ hostname: "127.0.0.1", port: this.site.port, ...options, headers });
      const onError = (error: NodeJS.ErrnoException) => {
        sentRequest.error ??= error.code ?? error.message;
        resolve(sentRequest);
      };
      call.once("finish", () => {
        sentRequest.sentAt = performance.now();
      });
      call.once("response", (answer) => {
        sentRequest.hasStarted = true;
        answer.resume();
        answer.once("end", () => {
          sentRequest.status = answer.statusCode ?? 0;
          resolve(sentRequest);
        });
        answer.once("error", onError);
      });
      call.on("error", onError);
      void send(call);
    });
  }
}
