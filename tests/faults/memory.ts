import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { type ApiResponse, browserLike } from "../support/browser-like";
import { FULL, printFigure } from "../support/drill";
import { photograph } from "../support/images";
import type { Site } from "../support/launch";
import { forgetPeak, memoryOf } from "../support/memory";
import { rawSocket } from "../support/raw-socket";
import { drained, FORM, head, JSON_TYPE, PARTS, PHOTO, sendEndless, statusOf } from "./wire";
import type { TestUser } from "./writes";

const MEGABYTE = 1024 * 1024;
/** Allowed growth, MB: by visitors' requests, and by six full uploads at once. */
const VISITORS = 60;
const UPLOADS = 400;
const FILES = 5;

export async function memoryChecks(site: Site, users: readonly TestUser[]): Promise<void> {
  await warmUp(site, users);
  const bodies = (size: number): [string, () => Promise<unknown>][] => [
    [`three forms with an email of ${size} MB`, () => atOnce(3, () => sendText(site, "/login", FORM, "email=", size))],
    [`JSON of ${size} MB`, () => sendText(site, "/api/v1/users/login", JSON_TYPE, '{"email":"', size)],
    [`files of ${size} MB without a session`, () => sendText(site, "/api/v1/photos/upload", PARTS, PHOTO, size)],
    [`the same to a form`, () => sendText(site, "/vehicles/new", PARTS, PHOTO, size)],
    [
      `three forms of ${size} MB without a declared length`,
      () => atOnce(3, () => sendEndless(site.url, "/login", FORM, { ...ENDLESS, most: size * MEGABYTE })),
    ],
    [`200 heads of 15 KB`, () => atOnce(200, () => sendHead(site))],
  ];
  // Small ones first: the heap's young generation grows once.
  for (const [, act] of [...bodies(4), ...bodies(4)]) await act();
  await grows(site, "what visitors send", VISITORS, bodies(FULL ? 100 : 40));
  if (FULL) await fullUploads(site, users);
}

/** @param limit MB in all */
async function grows(site: Site, label: string, limit: number, actions: [string, () => Promise<unknown>][]) {
  forgetPeak(site.pid);
  const before = memoryOf(site.pid)!.now;
  const growthLines: string[] = [];
  for (const [name, act] of actions) {
    forgetPeak(site.pid);
    await act();
    const growth = memoryOf(site.pid)!.peak - before;
    printFigure(`${name}: ${growth.toFixed(0)} MB more`);
    if (growth >= limit) growthLines.push(`${name}: ${growth.toFixed(0)} MB`);
  }
  expect.soft(growthLines, `memory grows by less than ${limit} MB: ${label}`).toEqual([]);
}

const atOnce = (count: number, act: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, act));

/** Lazily allocated memory does not count. */
async function warmUp(site: Site, users: readonly TestUser[]): Promise<void> {
  const visitor = browserLike(site);
  const picture = { name: "a.jpg", bytes: await photograph({ width: 1700, height: 1133 }) };
  for (let turn = 0; turn < 60; turn += 1) {
    await visitor.get(turn % 2 === 0 ? "/" : `/vehicles/${users[0]!.vehicleId}`);
    await visitor.submit("/login", { email: `nobody${turn}@example.com`.repeat(50), password: "" });
  }
  await atOnce(3, () => visitor.api("POST", "/users/login", { email: "nobody@example.com", password: "wrong words" }));
  const { token, vehicleId } = users[0]!;
  await visitor.api("POST", "/photos/upload", { vehicleId }, { token, files: { photos: [picture] } });
  await pause(500);
}

const ENDLESS = { seconds: 20, start: "email=" };

/** Until it is complete or the server closes. */
async function sendText(site: Site, path: string, type: Record<string, string>, start: string, size: number) {
  const length = start.length + size * MEGABYTE;
  const wire = await rawSocket(site.url);
  wire.socket.write(head("POST", path, { ...type, "Content-Length": String(length), Connection: "close" }) + start);
  const piece = Buffer.alloc(MEGABYTE, "a");
  for (let sentBytes = 0; sentBytes < size && wire.closedAt() === undefined; sentBytes += 1) {
    if (wire.socket.write(piece)) continue;
    await drained(wire, 20_000);
  }
  await Promise.race([wire.closed(), pause(20_000)]);
  wire.socket.destroy();
  return statusOf(wire);
}

async function sendHead(site: Site): Promise<void> {
  const wire = await rawSocket(site.url);
  wire.socket.write(head("GET", "/", { "X-Large": "a".repeat(15_000), Connection: "close" }));
  await Promise.race([wire.closed(), pause(20_000)]);
  wire.socket.destroy();
}

/** Each of five photos, nearly 20 MB. */
async function fullUploads(site: Site, users: readonly TestUser[]): Promise<void> {
  const photo = { name: "large.jpg", bytes: await largePhoto() };
  const send = ({ token, vehicleId }: TestUser) =>
    browserLike(site)
      .api("POST", "/photos/upload", { vehicleId }, { token, files: { photos: Array(FILES).fill(photo) } })
      .catch((error: Error) => error);
  const responses: (ApiResponse | Error)[] = [];
  const six = async (senders: readonly TestUser[]) => {
    responses.push(...(await Promise.all(senders.map(send))));
  };
  const sameUser = Array<TestUser>(6).fill(users[0]!);
  await grows(site, "six full uploads at once", UPLOADS, [
    ["of one member", () => six(sameUser)],
    ["of six members", () => six(users.slice(0, 6))],
  ]);
  const odd = responses.flatMap((answer) => {
    if (answer instanceof Error) return [`no whole answer: ${answer.message}`];
    if (answer.status === 201) return [];
    if (answer.status === 429 && Number(answer.headers.get("retry-after")) > 0) return [];
    return [`${answer.status} ${answer.json?.message}`];
  });
  expect.soft(odd, "full uploads are taken, or put off with 429 and Retry-After").toEqual([]);
  const acceptedCount = responses.filter((answer) => !(answer instanceof Error) && answer.status === 201).length;
  expect.soft(acceptedCount, "one of each six at least is taken").toBeGreaterThanOrEqual(2);
  printFigure(`${acceptedCount} of ${responses.length} full uploads taken at once`);
}

/** 15 to 20 MB, with bytes after the picture, as from a large camera. */
async function largePhoto(): Promise<Buffer> {
  const picture = await photograph({ width: 5000, height: 3333 });
  const room = 19 * MEGABYTE - picture.length;
  return room > 0 ? Buffer.concat([picture, Buffer.alloc(room)]) : picture;
}
