import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { insertInto } from "../permissions/insert";
import type { Row } from "../permissions/row";
import { cookieOf } from "../permissions/send";
import { World } from "../permissions/world";
import type { TestServer } from "../support/launch";
import { written } from "./bytes";
import { wrongWith } from "./judge";
import { type Plan, plansFor } from "./plan";
import { allTargets, nameOf, notCovered } from "./targets";
import { sendBytes, type WireAnswer } from "./wire";

/** Response time limit, ms. A slower request is repeated twice, and counts only where it is slow each time. */
export const SLOW = 250;

export interface RequestDrillOptions {
  /** Total over all targets. */
  requests: number;
  seed: number;
  /** Response time limit, ms; default SLOW. Infinity to measure nothing. */
  slow?: number;
  /**
   * Only the target of this name, such as `POST /signup`, or those whose name holds it; `seed` is then fast-check's.
   */
  only?: string;
  /** fast-check's path to one failure among the seed's requests. */
  path?: string;
}

export interface RequestDrillResult {
  asked: number;
  targets: number;
  /** Descriptions, with how to repeat each. */
  failures: string[];
  /** Responses that were slow once and fast when repeated. */
  slowOnce: number;
  slowest: { ms: number; what: string };
  /** How many answers had which status; "closed" without an answer, "unread" where the HTTP parser refused. */
  statuses: Record<string, number>;
}

class Drill {
  asked = 0;
  slowOnce = 0;
  slowest = { ms: 0, what: "" };
  statuses: Record<string, number> = {};
  /** Faults logged after their request had passed its checks. */
  readonly #late = new Map<string, string>();
  #faultsSeen = 0;
  /** Faults that have already failed their own request. */
  readonly #told = new Set<string>();
  readonly #answered = new Map<string, string>();
  #last = "";
  readonly #folders: string[];
  readonly #site;

  constructor(
    readonly server: TestServer,
    readonly slow: number,
  ) {
    const { database, uploadsDir } = server;
    this.#folders = [process.cwd(), path.dirname(uploadsDir)];
    // The many rows need not survive a power cut.
    database.pragma("synchronous = OFF");
    database.pragma("busy_timeout = 5000");
    const switchOff = (id: number) => database.prepare("UPDATE users SET active = 0 WHERE id = ?").run(id).changes;
    this.#site = { insert: insertInto(database), passwordHash: "none", switchOff };
  }

  /**
   * Faults logged since the last call. A line may come later than its response: its request id tells which one it
   * belongs to.
   * @param own id of the latest request
   */
  #faultOf(own: string | undefined): string | undefined {
    const fresh = this.server.faults().slice(this.#faultsSeen);
    this.#faultsSeen += fresh.length;
    for (const line of fresh) {
      const id = /"requestId":"([^"]+)"/.exec(line)?.[1];
      const what = logged(line);
      if (id === undefined) this.#late.set(what, `near ${this.#last}`);
      else if (id !== own && !this.#told.has(what)) this.#late.set(what, this.#answered.get(id) ?? "?");
      else this.#told.add(what);
    }
    return fresh.find((line) => own !== undefined && line.includes(own));
  }

  /**
   * Call it at the end.
   * @returns faults that no response showed, each with its request
   */
  async rest(): Promise<string[]> {
    await fetch(`${this.server.url}/healthz`);
    this.#faultOf(undefined);
    return [...this.#late].filter(([what]) => !this.#told.has(what)).map(([what, request]) => `${request}: ${what}`);
  }

  /**
   * Sends one request with rows of its own.
   * @throws Error saying what is wrong with the response
   */
  async check(row: Row, plan: Plan): Promise<void> {
    const answer = await this.#ask(row, plan);
    if (answer === null || answer.ms <= this.slow) return;
    const again = [await this.#ask(row, plan), await this.#ask(row, plan)];
    const times = [answer, ...again].map((one) => Math.round(one?.ms ?? 0));
    if (times.every((ms) => ms > this.slow)) {
      const start = performance.now();
      await fetch(`${this.server.url}/healthz`);
      const meanwhile = Math.round(performance.now() - start);
      throw new Error(`takes ${times.join(", ")} ms (a busy machine? /healthz took ${meanwhile} ms)`);
    }
    this.slowOnce += 1;
  }

  async #ask(row: Row, plan: Plan): Promise<WireAnswer | null> {
    const { database, url: origin } = this.server;
    const world = database.transaction(() => new World(this.#site, plan.person)).immediate();
    const cookie = world.sessionToken === null ? undefined : await cookieOf(world.sessionToken);
    const request = database.transaction(() => written(row, plan, world, { origin, cookie })).immediate();
    this.asked += 1;
    const answer = await sendBytes(origin, { verb: plan.verb, bytes: request.bytes, hangUp: request.unfinished });
    if (answer === null) {
      this.#count("closed");
      if (!request.unfinished) throw new Error("is not answered: the connection was closed");
      return null;
    }
    const id = answer.headers["x-request-id"];
    this.#count(id === undefined && answer.status >= 400 ? "unread" : answer.status);
    this.#last = `${nameOf(row)} ${shown(plan)}`;
    if (id !== undefined) this.#answered.set(id, this.#last);
    await this.#judge(answer, { verb: plan.verb, path: request.path, folders: this.#folders });
    if (answer.ms > this.slowest.ms) {
      this.slowest = { ms: answer.ms, what: `${plan.verb} ${request.path.slice(0, 120)}` };
    }
    return answer;
  }

  async #judge(answer: WireAnswer, asked: Parameters<typeof wrongWith>[1]): Promise<void> {
    const wrong = wrongWith(answer, asked);
    const id = answer.headers["x-request-id"];
    let fault = this.#faultOf(id);
    // The log says why.
    const deadline = performance.now() + 500;
    while (answer.status >= 500 && fault === undefined && performance.now() < deadline) {
      await pause(5);
      fault = this.#faultOf(id);
    }
    const found = [wrong, fault === undefined ? "" : logged(fault)].filter((words) => words !== "");
    if (found.length > 0) throw new Error(found.join("; "));
  }

  #count(status: number | string): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
  }
}

/** A logged fault in one line. */
function logged(line: string): string {
  const message = /"message":"((?:[^"\\]|\\.)*)","stack":"((?:[^"\\]|\\.){0,600})/.exec(line);
  return `the server logged ${message ? `${message[1]}: ${message[2]}` : line.slice(0, 1_000)}`;
}

/** Ordinary requests, which are sent to a target first. */
const plainly = (row: Row, person: Plan["person"]): Plan => ({
  person,
  channel: "cookie",
  verb: row.verb,
  segments: {},
  tail: "",
  query: [],
  headers: [],
});

/** All targets, the one of that name, or those whose name holds the text. */
function chosen(only: string | undefined): Row[] {
  const all = allTargets();
  if (only === undefined) return all;
  const named = all.filter((row) => nameOf(row) === only);
  return named.length > 0 ? named : all.filter((row) => nameOf(row).includes(only));
}

/** A 31-bit hash. */
function hash(text: string): number {
  let sum = 7;
  for (const character of text) sum = (Math.imul(sum, 31) + character.codePointAt(0)!) | 0;
  return sum >>> 1;
}

/**
 * Sends hostile requests to every route and verb, one at a time, so that response times do not affect each other. The
 * first failure at a target is shrunk; then the next target follows.
 */
export async function drillRequests(
  server: TestServer,
  options: RequestDrillOptions,
  tell: (line: string) => void = () => {},
): Promise<RequestDrillResult> {
  server.allowFault(/fault in a browser/);
  const drill = new Drill(server, options.slow ?? SLOW);
  const targets = chosen(options.only);
  const failures: string[] = [];
  const runs = Math.ceil(options.requests / targets.length);
  const reached = new Set<string>();
  for (const [at, row] of targets.entries()) {
    const name = nameOf(row);
    const seed = options.only === undefined ? hash(`${options.seed} ${at} ${name}`) : options.seed;
    const property = fc.asyncProperty(plansFor(row), (plan) => {
      if (plan.verb === row.verb && Object.keys(plan.segments).length === 0) reached.add(name);
      return drill.check(row, plan);
    });
    const details = await fc.check(property, {
      numRuns: runs,
      seed,
      examples: [[plainly(row, "owner")], [plainly(row, "visitor")]],
      ...(options.path !== undefined && { path: options.path }),
    });
    if (details.failed) {
      const why =
        details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
      const repeat = `--only '${name}' --seed ${seed}`;
      failures.push(
        `${name}: ${why}\n    ${shown(details.counterexample?.[0])}\n    again: npm run test:hostile -- requests ${repeat}`,
      );
      tell(`FAILED ${failures.at(-1)}`);
    }
    if ((at + 1) % 25 === 0) tell(`${at + 1} of ${targets.length} targets, ${drill.asked} requests`);
  }
  const { status } = await fetch(`${server.url}/healthz`);
  if (status !== 200) failures.push(`afterwards /healthz answers ${status}`);
  failures.push(...(await drill.rest()));
  if (options.only === undefined) failures.push(...notCovered(reached).map((name) => `${name} was never asked`));
  const { asked, slowOnce, slowest, statuses } = drill;
  return { asked, targets: targets.length, failures, slowOnce, slowest, statuses };
}

/** A plan in one line, repetitions shortened. */
function shown(plan: unknown): string {
  return JSON.stringify(plan ?? null)
    .replace(/(.)\1{100,}/gu, "$1…")
    .slice(0, 1_500);
}
