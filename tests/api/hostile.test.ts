import path from "node:path";
import { expect, test } from "vitest";
import { wrongWith } from "../hostile/judge";
import { type Hostile, hostileTo, mostTrusted } from "../hostile/made-requests";
import { rowsToTry } from "../hostile/targets";
import { insertInto } from "../permissions/insert";
import type { Row } from "../permissions/row";
import { cookieOf, inParallel, SECRET } from "../permissions/send";
import { World } from "../permissions/world";
import { rawRequest } from "../support/raw-request";
import { sharedServer } from "../support/server";
import { parseXml } from "../support/xml";

const server = sharedServer({ env: { SESSION_SECRET: SECRET } });

const foldersOf = () => [process.cwd(), path.dirname(server().uploadsDir)];

async function send({ verb, path: address, headers, body, token }: Hostile): Promise<string> {
  const cookie: Record<string, string> = token === undefined ? {} : { Cookie: await cookieOf(token) };
  const request = {
    method: verb,
    path: address,
    headers: { ...headers, ...cookie },
    ...(body !== undefined && { body }),
  };
  const answer = await rawRequest(server().url, request).catch((error: Error) => error);
  const fault =
    answer instanceof Error ? String(answer) : wrongWith(answer, { verb, path: address, folders: foldersOf() });
  return fault && `${verb} ${address.slice(0, 200)} ${body?.slice(0, 200) ?? ""}: ${fault}`;
}

test("no route answers nonsense with a fault, a leak or script", { timeout: 300_000 }, async () => {
  const { database, url } = server();
  server().allowFault(/fault in a browser/);
  const switchOff = (id: number) => database.prepare("UPDATE users SET active = 0 WHERE id = ?").run(id).changes;
  const site = { insert: insertInto(database), passwordHash: "none", switchOff };
  const makeRequests = database.transaction((rows: Row[]) =>
    rows.flatMap((row) => hostileTo(row, (person) => new World(site, person), url)),
  );
  const faults: string[] = [];
  // Every admin is told of what waits for one: what owners send goes before there are hundreds of admins.
  for (const person of ["owner", "admin"] as const) {
    const rows = rowsToTry().filter((row) => mostTrusted(row) === person);
    expect(rows.length).toBeGreaterThan(20);
    await inParallel(makeRequests.immediate(rows), async (request) => {
      const fault = await send(request);
      if (fault !== "") faults.push(fault);
    });
  }
  expect(faults.sort()).toEqual([]);
});

const FORM = "application/x-www-form-urlencoded";

/** What once was a fault: words that every JavaScript object knows, a list without a text, an intent that is none, a line break in a redirect. */
const ONCE_FAULTS: [verb: string, path: string, type?: string, body?: string][] = [
  ["GET", "/login?reason=constructor"],
  ["GET", "/login?reason=__proto__"],
  ["GET", "/vehicles/%0d%0aX-Evil:%201/like"],
  ["GET", "/users/%0d%0aX-Evil:%201/follow"],
  ["POST", "/vehicles/1", FORM, "intent=__proto__"],
  ["POST", "/vehicles/1", FORM, "intent=constructor"],
  ["POST", "/vehicles/1", "application/json", '{"intent":1}'],
  ["POST", "/vehicles/1/photos", "application/json", '{"intent":["caption-1"]}'],
  ["POST", "/toolbox", "application/json", `{"subject":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
  ["GET", "/api/v1/garages/1.data"],
];

test.each(ONCE_FAULTS)("%s %s is no fault any more", async (verb, path, type, body) => {
  const headers: Record<string, string> = type === undefined ? {} : { "Content-Type": type };
  expect(await send({ verb, path, headers, token: undefined, ...(body !== undefined && { body }) })).toBe("");
});

const STANDING = [
  "/",
  "/garages",
  "/events",
  "/events?view=month&month=2031-05",
  "/map-search?kind=events",
  "/search?q=e",
];
const READ_BY_MACHINES = ["/feed.xml", "/events/feed.xml", "/events.ics", "/sitemap.xml"];
const DESK = ["/admin?sort=name", "/admin/tickets", "/admin/log", "/admin/events", "/settings"];
const LISTS = ["garages", "vehicles/latest", "events", "users", "tickets", "events/admin/pending", "search?q=e"];

/** What was let in above, where it is shown: things that are not called what they were made with. */
function changedThings(): string[] {
  const ids = (from: string) => server().database.prepare(`${from} ORDER BY id DESC LIMIT 60`).pluck().all();
  return [
    ...ids("SELECT id FROM garages WHERE name <> 'Garage'").map((id) => `/garages/${id}`),
    ...ids("SELECT id FROM garages WHERE name <> 'Garage'").map((id) => `/garages/${id}/feed.xml`),
    ...ids("SELECT id FROM vehicles WHERE model <> 'Elan' OR description <> ''").map((id) => `/vehicles/${id}`),
    ...ids("SELECT vehicle_id FROM comments").map((id) => `/vehicles/${id}`),
    ...ids("SELECT garage_id FROM reviews").map((id) => `/garages/${id}/reviews`),
    ...ids("SELECT id FROM events WHERE status <> 'approved'").map((id) => `/events/${id}`),
    ...ids("SELECT id FROM tickets").map((id) => `/admin/tickets/${id}`),
  ];
}

test("what was let in is shown as text, and breaks no page, feed or list", { timeout: 120_000 }, async () => {
  const site = { insert: insertInto(server().database), passwordHash: "none", switchOff: () => 0 };
  const token = new World(site, "admin").sessionToken ?? "";
  const lists = LISTS.map((list) => `/api/v1/${list}${list.includes("?") ? "&" : "?"}limit=100`);
  const addresses = [...STANDING, ...READ_BY_MACHINES, ...DESK, ...lists, ...changedThings()];
  expect(addresses.length).toBeGreaterThan(200);
  const faults: string[] = [];
  await inParallel(addresses, async (address) => {
    const answer = await rawRequest(server().url, { path: address, headers: { Cookie: await cookieOf(token) } });
    const fault =
      answer.status === 200
        ? wrongWith(answer, { verb: "GET", path: address, folders: foldersOf() })
        : `answers ${answer.status}`;
    if (fault !== "") faults.push(`${address}: ${fault}`);
    if (/xml/.test(String(answer.headers["content-type"]))) parseXml(answer.body);
  });
  expect(faults.sort()).toEqual([]);
});
