import { Agent, type ClientRequest, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { photograph } from "../support/images";
import type { Drill } from "./drill";
import { makePeople, type Person } from "./people";
import { type Random, seeded } from "./random";
import { Site } from "./site";
import { databaseProblems, mentionedImages, missingFiles, strayFiles } from "./state";

/** How long the end may take, ms; and what waking up takes on a busy machine. */
const GRACE = 10_000;
const SLACK = 1_500;

/** One request, and what became of it. */
interface SentRequest {
  what: string;
  /** The text that it writes; "" for a read. */
  text: string;
  /** When the last byte was handed to the system. */
  sentAt?: number;
  /** Of an answer that is whole. */
  status?: number;
  /** Where there is no whole answer. */
  error?: string;
  /** Whether an answer had begun. */
  begun?: boolean;
}

/**
 * SIGTERM under load: whoever had sent a request gets a whole answer, what was acknowledged is in the database, and the
 * process ends with 0 in time, with a request that never ends too.
 */
export async function stopDrill(drill: Drill): Promise<void> {
  const random = seeded(drill.options.seed);
  const site = await Site.make({ WEB_CONCURRENCY: String(drill.options.processes ?? 1) });
  await site.start();
  const people = await makePeople(site, 6);
  const rounds = drill.options.short ? 1 : 8;
  const times: number[] = [];
  let requests = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const last = round === rounds;
    const { ms, asked } = await stopOnce(drill, site, people, random, { round, endless: last && !drill.options.short });
    times.push(ms);
    requests += asked;
    if (!last) await site.start();
  }
  drill.check("faults in the log", site.faults());
  await site.remove();
  drill.figure(
    `${requests} requests, ${rounds} stops in ${times.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(", ")}`,
  );
}

async function stopOnce(
  drill: Drill,
  site: Site,
  people: readonly Person[],
  random: Random,
  { round, endless }: { round: number; endless: boolean },
) {
  const load = new Load(site, people, round);
  const clients = Array.from({ length: 50 }, (_, at) => load.client(at));
  const slow = load.slowUpload(people[0]!, 2_500);
  const never = endless ? load.slowUpload(people[1]!, 60_000) : undefined;
  await pause(random.whole(700, 1_400));
  const quick = load.slowUpload(people[2]!, 0);
  await pause(random.whole(30, 120));
  const signalAt = performance.now();
  const ending = site.stop();
  const { code, ms } = await ending;
  load.stopped = true;
  await Promise.all([...clients, slow, quick, never]);
  drill.points += 1;
  const which = `stop ${round}`;
  drill.holds(`${which}: exit code`, code === 0, String(code));
  drill.holds(`${which}: in time`, ms <= GRACE + SLACK, `${Math.round(ms)} ms`);
  if (!endless) drill.holds(`${which}: no waiting for nothing`, ms <= 6_000, `${Math.round(ms)} ms`);
  await site.start();
  const written = site.read(writtenTexts);
  drill.check(
    `${which}: requests`,
    load.asked.flatMap((one) => requestProblems(one, signalAt, written)),
  );
  const images = site.read(mentionedImages);
  const stray = strayFiles(images, site.uploadsDir).map((file) => `no row mentions ${file}`);
  drill.check(`${which}: what is there`, [
    ...site.read(databaseProblems),
    ...missingFiles(images, site.uploadsDir),
    ...stray,
  ]);
  await site.stop();
  const late = load.asked.filter(({ sentAt = 0 }) => sentAt > signalAt).length;
  drill.note(
    `${which}: ${load.asked.length} requests, ${late} of them after the signal, ended in ${Math.round(ms)} ms`,
  );
  return { ms, asked: load.asked.length };
}

const writtenTexts = (raw: import("better-sqlite3").Database): Set<string> =>
  new Set(raw.prepare("SELECT text FROM comments UNION ALL SELECT model FROM vehicles").pluck().all() as string[]);

function requestProblems(asked: SentRequest, signalAt: number, written: ReadonlySet<string>): string[] {
  const { what, text, sentAt, status, error, begun } = asked;
  const before = sentAt !== undefined && sentAt < signalAt;
  const when = before ? "before the signal" : "after the signal";
  const done = text !== "" && written.has(text);
  if (status !== undefined) {
    const acknowledged = status >= 200 && status < 300;
    if (acknowledged && text !== "" && !done) return [`acknowledged and lost: ${what}`];
    if (!acknowledged && done) return [`answered with ${status} and written: ${what}`];
    return acknowledged || status === 503 ? [] : [`${what}, sent ${when}: ${status}`];
  }
  if (done) return [`written, and no whole answer (${error}): ${what}, sent ${when}`];
  if (begun) return [`the answer broke off (${error}): ${what}, sent ${when}`];
  // Who was not done when everything was cut has waited for ten seconds.
  return before ? [`no answer (${error}): ${what}, sent ${Math.round(signalAt - sentAt)} ms before the signal`] : [];
}

/** Fifty browsers that read and write as fast as they are answered, each on one kept connection. */
class Load {
  readonly asked: SentRequest[] = [];
  stopped = false;
  #serial = 0;

  constructor(
    private readonly site: Site,
    private readonly people: readonly Person[],
    private readonly round: number,
  ) {}

  async client(at: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const me = this.people[at % this.people.length]!;
    const paths = ["/", `/vehicles/${me.vehicleId}`, "/garages", "/api/v1/vehicles/latest"];
    for (let turn = at; !this.stopped; turn += 1) {
      const asked = turn % 3 === 0 ? await this.#comment(me, agent) : await this.#read(paths[turn % 4]!, me, agent);
      if (asked.status === undefined) break;
    }
    agent.destroy();
  }

  #read(path: string, { token }: Person, agent: Agent): Promise<SentRequest> {
    return this.#send({ what: `GET ${path}`, text: "" }, { path, token, method: "GET", agent }, (call) => call.end());
  }

  #comment({ vehicleId, token }: Person, agent: Agent): Promise<SentRequest> {
    const text = this.#unique("Comment");
    const path = `/api/v1/vehicles/${vehicleId}/comments`;
    const headers = { "Content-Type": "application/json" };
    return this.#send({ what: `POST ${text}`, text }, { path, token, method: "POST", agent, headers }, (call) =>
      call.end(JSON.stringify({ text })),
    );
  }

  /** A vehicle with a photo whose bytes take so many ms to come. */
  async slowUpload({ token }: Person, ms: number): Promise<SentRequest> {
    const model = this.#unique("Model");
    const fields = { make: "Lotus", model, year: "1967" };
    const photo = await photograph({ width: 700, height: 466 });
    const parts = Object.entries(fields).map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file =
      '--b\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
    const body = Buffer.concat([Buffer.from(parts.join("") + file), photo, Buffer.from("\r\n--b--\r\n")]);
    const headers = { "Content-Type": "multipart/form-data; boundary=b", "Content-Length": String(body.length) };
    const what = `an upload that takes ${ms} ms`;
    const options = { path: "/api/v1/vehicles", token, method: "POST", headers };
    return this.#send({ what, text: model }, options, async (call) => {
      const pieces = ms === 0 ? 1 : 25;
      const size = Math.ceil(body.length / pieces);
      for (let at = 0; at < body.length && !call.destroyed; at += size) {
        call.write(body.subarray(at, at + size));
        if (ms > 0) await pause(ms / pieces);
      }
      call.end();
    });
  }

  #unique(what: string): string {
    this.#serial += 1;
    return `${what} ${this.#serial} of round ${this.round}`;
  }

  #send(
    asked: SentRequest,
    {
      token,
      ...options
    }: { path: string; token: string; method: string; agent?: Agent; headers?: Record<string, string> },
    send: (call: ClientRequest) => unknown,
  ): Promise<SentRequest> {
    this.asked.push(asked);
    const headers = { ...options.headers, Authorization: `Bearer ${token}` };
    return new Promise((resolve) => {
      const call = request({ hostname: "127.0.0.1", port: this.site.port, ...options, headers });
      const failed = (error: NodeJS.ErrnoException) => {
        asked.error ??= error.code ?? error.message;
        resolve(asked);
      };
      call.once("finish", () => {
        asked.sentAt = performance.now();
      });
      call.once("response", (answer) => {
        asked.begun = true;
        answer.resume();
        answer.once("end", () => {
          asked.status = answer.statusCode ?? 0;
          resolve(asked);
        });
        answer.once("error", failed);
      });
      call.on("error", failed);
      void send(call);
    });
  }
}
