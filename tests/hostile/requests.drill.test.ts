import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { insertInto } from "../permissions/insert";
import type { Row } from "../permissions/row";
import { cookieOf, inParallel, SECRET } from "../permissions/send";
import { World } from "../permissions/world";
import { DRILL_TIMEOUT_MS, FULL, printFigure, SEED } from "../support/drill";
import { eventually } from "../support/eventually";
import type { TestServer } from "../support/launch";
import { sharedServer } from "../support/server";
import { parseXml } from "../support/xml";
import { writeRequest } from "./bytes";
import { wrongWith } from "./judge";
import { fieldPlans, type Plan, plansFor } from "./plan";
import { allTargets, mostTrusted, nameOf, notCovered } from "./targets";
import { sendBytes, type WireAnswer } from "./wire";

/** ms; only for full drills, because a short run shares the machine. A request must be slow three times. */
const SLOW = FULL ? 250 : Number.POSITIVE_INFINITY;
/** Of all targets. */
const REQUESTS = Number(process.env.REQUESTS ?? (FULL ? 20_000 : 600));
/** To repeat a failure, such as `POST /signup`; SEED is then the target's own. */
const TARGET = process.env.TARGET;

const server = await sharedServer({ env: { SESSION_SECRET: SECRET } });

const foldersOf = ({ uploadsDir }: TestServer) => [process.cwd(), path.dirname(uploadsDir)];

class Drill {
  requestCount = 0;
  slowOnce = 0;
  slowest = { ms: 0, what: "" };
  statuses: Record<string, number> = {};
  /** Faults logged after their request had passed its checks. */
  readonly #late = new Map<string, string>();
  #faultsSeen = 0;
  /** Faults already counted with their own request. */
  readonly #told = new Set<string>();
  readonly #answered = new Map<string, string>();
  #last = "";
  readonly #site;

  constructor(readonly server: TestServer) {
    const { database } = server;
    // The rows need not survive a power cut.
    database.pragma("synchronous = OFF");
    database.pragma("busy_timeout = 5000");
    const switchOff = (id: number) => database.prepare("UPDATE users SET active = 0 WHERE id = ?").run(id).changes;
    this.#site = { insert: insertInto(database), passwordHash: "none", switchOff };
  }

  /**
   * Since the last call. A line may arrive after its response; its request id identifies the request.
   * @param requestId id of the latest request
   */
  #faultOf(requestId: string | undefined): string | undefined {
    const fresh = this.server.faults().slice(this.#faultsSeen);
    this.#faultsSeen += fresh.length;
    for (const line of fresh) {
      const id = /"requestId":"([^"]+)"/.exec(line)?.[1];
      const entry = describeFault(line);
      if (id === undefined) this.#late.set(entry, `near ${this.#last}`);
      else if (id !== requestId && !this.#told.has(entry)) this.#late.set(entry, this.#answered.get(id) ?? "?");
      else this.#told.add(entry);
    }
    return fresh.find((line) => requestId !== undefined && line.includes(requestId));
  }

  /** @returns faults without a visible response, with their request */
  async rest(): Promise<string[]> {
    await fetch(`${this.server.url}/healthz`);
    this.#faultOf(undefined);
    return [...this.#late]
      .filter(([entry]) => !this.#told.has(entry))
      .map(([entry, request]) => `${request}: ${entry}`);
  }

  /**
   * With its own rows.
   * @throws Error with the fault
   */
  async check(row: Row, plan: Plan): Promise<void> {
    const answer = await this.#ask(row, plan);
    if (answer === null || answer.ms <= SLOW) return;
    const repeats = [await this.#ask(row, plan), await this.#ask(row, plan)];
    const times = [answer, ...repeats].map((response) => Math.round(response?.ms ?? 0));
    if (times.every((ms) => ms > SLOW)) {
      const start = performance.now();
      await fetch(`${this.server.url}/healthz`);
      const meanwhile = Math.round(performance.now() - start);
      throw new Error(`takes ${times.join(", ")} ms (a busy machine? /healthz took ${meanwhile} ms)`);
    }
    this.slowOnce += 1;
  }

  async #ask(row: Row, plan: Plan): Promise<WireAnswer | null> {
    const { database, url: origin } = this.server;
    const world = database.transaction(() => new World(this.#site, plan.viewer)).immediate();
    const cookie = world.sessionToken === null ? undefined : await cookieOf(world.sessionToken, origin);
    const request = database.transaction(() => writeRequest(row, plan, world, { origin, cookie })).immediate();
    this.requestCount += 1;
    const answer = await sendBytes(origin, { verb: plan.verb, bytes: request.bytes, hangUp: request.unfinished });
    if (answer === null) {
      this.#count("closed");
      if (!request.unfinished) throw new Error("is not answered: the connection was closed");
      return null;
    }
    const id = answer.headers["x-request-id"];
    this.#count(id === undefined && answer.status >= 400 ? "unread" : answer.status);
    this.#last = `${nameOf(row)} ${describePlan(plan)}`;
    if (id !== undefined) this.#answered.set(id, this.#last);
    await this.#judge(answer, { verb: plan.verb, path: request.path, folders: foldersOf(this.server) });
    const label = `${plan.verb} ${request.path.slice(0, 120)}`;
    if (answer.ms > this.slowest.ms) this.slowest = { ms: answer.ms, what: label };
    return answer;
  }

  async #judge(answer: WireAnswer, request: Parameters<typeof wrongWith>[1]): Promise<void> {
    const wrong = wrongWith(answer, request);
    const id = answer.headers["x-request-id"];
    let fault = this.#faultOf(id);
    // The log has the reason.
    if (answer.status >= 500) await eventually(() => (fault ??= this.#faultOf(id)) !== undefined, 0.5);
    const matches = [wrong, fault === undefined ? "" : describeFault(fault)].filter((words) => words !== "");
    if (matches.length > 0) throw new Error(matches.join("; "));
  }

  #count(status: number | string): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
  }
}

function describeFault(line: string): string {
  const message = /"message":"((?:[^"\\]|\\.)*)","stack":"((?:[^"\\]|\\.){0,600})/.exec(line);
  return `the server logged ${message ? `${message[1]}: ${message[2]}` : line.slice(0, 1_000)}`;
}

const plainly = (row: Row, viewer: Plan["viewer"]): Plan => ({
  viewer,
  channel: "cookie",
  verb: row.verb,
  segments: {},
  tail: "",
  query: [],
  headers: [],
});

function hash(text: string): number {
  let sum = 7;
  for (const character of text) sum = (Math.imul(sum, 31) + character.codePointAt(0)!) | 0;
  return sum >>> 1;
}

/** @returns the fault of the smallest failing request */
async function attack(drill: Drill, row: Row, seed: number, reached: Set<string>): Promise<string | undefined> {
  const property = fc.asyncProperty(plansFor(row), (plan) => {
    if (plan.verb === row.verb && Object.keys(plan.segments).length === 0) reached.add(nameOf(row));
    return drill.check(row, plan);
  });
  const numRuns = Math.ceil(REQUESTS / allTargets().length);
  const first = [plainly(row, "owner"), plainly(row, "visitor"), ...fieldPlans(row, plainly(row, mostTrusted(row)))];
  const examples = first.map((plan): [Plan] => [plan]);
  const { failed, errorInstance, counterexample } = await fc.check(property, {
    numRuns: first.length + numRuns,
    seed,
    examples,
  });
  if (!failed) return undefined;
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  const command = `TARGET='${nameOf(row)}' SEED=${seed} npm run test:hostile -- requests`;
  return `${nameOf(row)}: ${reason}\n    ${describePlan(counterexample?.[0])}\n    again: ${command}`;
}

/** In a full drill one at a time, for true response times. */
test("generated requests to every route and verb find no fault", { timeout: DRILL_TIMEOUT_MS }, async () => {
  server.allowFault(/fault in a browser/);
  const drill = new Drill(server);
  const reached = new Set<string>();
  const failures: string[] = [];
  const targets = allTargets().filter((row) => TARGET === undefined || nameOf(row) === TARGET);
  const attackNext = async ([at, row]: [number, Row]) => {
    const seed = TARGET === undefined ? hash(`${SEED} ${at} ${nameOf(row)}`) : SEED;
    const failure = await attack(drill, row, seed, reached);
    if (failure !== undefined) failures.push(failure);
    if (failure !== undefined || at % 25 === 24) printFigure(failure ?? `${at + 1} of ${targets.length} targets`);
  };
  if (FULL) for (const target of targets.entries()) await attackNext(target);
  else await inParallel(targets.entries(), attackNext);
  const { status } = await fetch(`${server.url}/healthz`);
  printFigure(
    `${drill.requestCount} requests, slowest ${Math.round(drill.slowest.ms)} ms (${drill.slowest.what}), slow once: ${drill.slowOnce}`,
  );
  printFigure(`answers by status: ${JSON.stringify(drill.statuses)}`);
  expect([[...failures, ...(await drill.rest())], status]).toEqual([[], 200]);
  if (TARGET !== undefined) return;
  expect(notCovered(reached)).toEqual([]);
  expect(drill.requestCount).toBeGreaterThanOrEqual(REQUESTS);
  expect(Object.keys(drill.statuses)).toEqual(expect.arrayContaining(["200", "302", "400", "401", "403", "404"]));
});

const LISTS = ["garages", "vehicles/latest", "events", "users", "tickets", "events/admin/pending", "search?q=e"];
const PAGES = [
  ...["/", "/garages", "/events", "/events?view=month&month=2031-05", "/map-search?kind=events", "/search?q=e"],
  ...["/admin/users?sort=name", "/admin/tickets", "/admin/log", "/admin/events", "/settings"],
  ...["/feed.xml", "/events/feed.xml", "/events.ics", "/sitemap.xml"],
  ...LISTS.map((list) => `/api/v1/${list}${list.includes("?") ? "&" : "?"}limit=100`),
];

/** Accepted changes are visible as new titles. */
function changedThings(): string[] {
  const ids = (from: string) => server.values(`${from} ORDER BY id DESC LIMIT 60`);
  const garages = ids("SELECT id FROM garages WHERE name <> 'Garage'");
  return [
    ...garages.flatMap((id) => [`/garages/${id}`, `/garages/${id}/feed.xml`]),
    ...ids("SELECT id FROM vehicles WHERE model <> 'Elan' OR description <> ''").map((id) => `/vehicles/${id}`),
    ...ids("SELECT vehicle_id FROM comments").map((id) => `/vehicles/${id}`),
    ...ids("SELECT garage_id FROM reviews").map((id) => `/garages/${id}/reviews`),
    ...ids("SELECT id FROM events WHERE status <> 'approved'").map((id) => `/events/${id}`),
    ...ids("SELECT id FROM tickets").map((id) => `/admin/tickets/${id}`),
  ];
}

test("what was let in is shown as text, and breaks no page, feed or list", { timeout: DRILL_TIMEOUT_MS }, async () => {
  const site = { insert: server.insert, passwordHash: "none", switchOff: () => 0 };
  const Cookie = await cookieOf(new World(site, "admin").sessionToken ?? "", server.url);
  const addresses = [...PAGES, ...changedThings()];
  if (TARGET === undefined) expect(addresses.length).toBeGreaterThan(200);
  const faults: string[] = [];
  await inParallel(addresses, async (address) => {
    const answer = await server.ask({ path: address, headers: { Cookie } });
    const wrong = wrongWith(answer, { verb: "GET", path: address, folders: foldersOf(server) });
    const fault = answer.status === 200 ? wrong : `answers ${answer.status}`;
    if (fault !== "") faults.push(`${address}: ${fault}`);
    if (/xml/.test(String(answer.headers["content-type"]))) parseXml(answer.body);
  });
  expect(faults.sort()).toEqual([]);
});

const [FORM, JSON_TEXT] = ["application/x-www-form-urlencoded", "application/json"];

/**
 * Former faults: property names of objects, a list or number as text, an unknown intent, a line break in a redirect.
 */
const ONCE_FAULTS: [verb: string, path: string, type?: string, body?: string][] = [
  ["GET", "/login?reason=constructor"],
  ["GET", "/login?reason=__proto__"],
  ["GET", "/vehicles/%0d%0aX-Evil:%201/like"],
  ["GET", "/users/%0d%0aX-Evil:%201/follow"],
  ["POST", "/vehicles/1", FORM, "intent=__proto__"],
  ["POST", "/vehicles/1", FORM, "intent=constructor"],
  ["POST", "/vehicles/1", JSON_TEXT, '{"intent":1}'],
  ["POST", "/vehicles/1/photos", JSON_TEXT, '{"intent":["caption-1"]}'],
  ["POST", "/toolbox", JSON_TEXT, `{"subject":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
  ["GET", "/api/v1/garages/1.data"],
];

test.each(ONCE_FAULTS)("%s %s is no fault any more", async (method, address, type, body) => {
  const sameOrigin = { Origin: server.url, "Sec-Fetch-Site": "same-origin" };
  const headers: Record<string, string> = type === undefined ? sameOrigin : { ...sameOrigin, "Content-Type": type };
  const answer = await server.ask({
    method,
    path: address,
    headers,
    ...(body !== undefined && { body }),
  });
  expect(wrongWith(answer, { verb: method, path: address, folders: foldersOf(server) })).toBe("");
});

test("a route without requests is reported", () => {
  expect(notCovered([])).toContain("POST /signup");
  expect(notCovered(["POST /signup"])).not.toContain("POST /signup");
});

const JSON_TYPE = { "content-type": "application/json", "x-request-id": "1" };
const HTML_TYPE = { "content-type": "text/html", "x-request-id": "1" };

test.each([
  ["a fault", 500, HTML_TYPE, "", "/"],
  ["a stack", 200, HTML_TYPE, "Error: x\n    at main (app.js:1:1)", "/"],
  ["a statement", 400, HTML_TYPE, 'SELECT "id" FROM users', "/"],
  ["a folder of ours", 404, HTML_TYPE, "no /srv/paddock/x", "/"],
  ["script", 200, HTML_TYPE, "<script>alert('evil')</script>", "/"],
  ["a header out of the request", 200, { ...HTML_TYPE, "x-evil": "1" }, "", "/"],
  ["a page in the place of the contract's JSON", 404, HTML_TYPE, "", "/api/v1/users"],
  ["JSON without the envelope", 200, JSON_TYPE, '{"data":1}', "/api/v1/users"],
  ["a refusal without a message", 400, JSON_TYPE, '{"status":"fail"}', "/api/v1/users"],
])("%s in a response is detected", (_, status, headers, body, path) => {
  expect(wrongWith({ status, headers, body }, { verb: "GET", path, folders: ["/srv/paddock"] })).not.toBe("");
});

const describePlan = (plan: unknown): string =>
  JSON.stringify(plan ?? null)
    .replace(/(.)\1{100,}/gu, "$1…")
    .slice(0, 1_500);
