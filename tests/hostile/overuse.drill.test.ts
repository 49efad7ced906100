import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { turnOnSecondStep } from "../support/authenticator";
import { DRILL_TIMEOUT_MS, FULL, printFigure } from "../support/drill";
import { photograph } from "../support/images";
import { PASSWORD, signUp as signUpAt, signUpWithGarage } from "../support/members";
import { rawSocket } from "../support/raw-socket";
import { sharedServer } from "../support/server";

/** Resources that one account or network can exhaust. */
const server = await sharedServer({ env: { RATE_LIMITS: "on", TRUST_PROXY: "1" } });

const unlimited = await sharedServer();

const SECONDS = FULL ? 30 : 5;
let network = 0;
const newAddress = () => `10.${++network >> 8}.${network & 255}.7`;
const signUp = (name: string) => signUpAt({ url: server.url, database: server.database, from: newAddress() }, name);

/** @returns how often `work` ran */
async function keepOn(atOnce: number, work: (at: number) => Promise<unknown>): Promise<number> {
  const end = performance.now() + SECONDS * 1_000;
  let done = 0;
  const lane = async () => {
    while (performance.now() < end) await work(done++);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return done;
}

const quantile = (all: number[], part: number) => [...all].sort((a, b) => a - b)[Math.ceil(all.length * part) - 1]!;

test("a known password allows 20 codes an hour from a /48, and one mail to the owner", {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const ada = await signUp("Ada Guessed");
  await turnOnSecondStep(ada.browser);
  const statuses = new Map<number, number>();
  const tries = await keepOn(16, async (at) => {
    const headers = { "X-Forwarded-For": `2001:db8:7:${(at % 65_536).toString(16)}::1` };
    const guess = { email: ada.email, password: PASSWORD, code: String(100_000 + at) };
    const { status } = await server.visitor().api("POST", "/users/login", guess, { headers });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  printFigure(`codes: ${tries} tries in ${SECONDS} s, ${JSON.stringify(Object.fromEntries(statuses))}`);
  expect(statuses.get(401)).toBe(20);
  const mails = server.values("SELECT kind FROM mail_outbox WHERE recipient = ?", ada.email);
  expect(mails.filter((kind) => kind === "second-step-wrong-codes")).toHaveLength(1);
});

test("a photo of a seventh member is accepted besides six members who send 300 bytes a second", {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const slow = [];
  for (let number = 0; number < 6; number++) {
    const { browser } = await signUpWithGarage({ ...server, from: newAddress() }, `Slow ${"abcdef"[number]}`);
    const socket = await rawSocket(server.url);
    await socket.send(
      [
        "POST /vehicles/new HTTP/1.1",
        `Host: ${new URL(server.url).host}`,
        `Origin: ${server.url}`,
        `Cookie: ${browser.cookieHeader}`,
        "Content-Type: multipart/form-data; boundary=b",
        `Content-Length: ${100 * 1024 * 1024}`,
        '\r\n--b\r\nContent-Disposition: form-data; name="photos"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
      ].join("\r\n"),
    );
    slow.push(socket);
  }
  let dripping = true;
  const drip = (async () => {
    while (dripping) {
      for (const socket of slow) await socket.send(Buffer.alloc(30, 120));
      await pause(100);
    }
  })();
  await pause(1_000);
  const seventh = await signUpWithGarage({ ...server, from: newAddress() }, "Seventh");
  const start = performance.now();
  const vehicle = { make: "Saab", model: "96", year: 1968 };
  const files = { photos: [{ name: "a.jpg", bytes: await photograph({ width: 1_600, height: 1_200 }) }] };
  const { status } = await seventh.browser.api("POST", "/vehicles", vehicle, { files });
  const ms = Math.round(performance.now() - start);
  dripping = false;
  await drip;
  for (const socket of slow) socket.end();
  printFigure(`a seventh member's photo: ${ms} ms`);
  expect(status).toBe(201);
});

test("a cached page is served in time besides eight clients of costly ones", {
  timeout: DRILL_TIMEOUT_MS,
}, async () => {
  const readCachedPage = async () => {
    const start = performance.now();
    const { status } = await server.ask({
      path: "/garages",
      headers: { "X-Forwarded-For": newAddress() },
    });
    expect(status).toBe(200);
    return performance.now() - start;
  };
  const alone: number[] = [];
  await keepOn(1, async () => alone.push(await readCachedPage()));
  const costly = ["/api/docs", "/api/v1/openapi.json", "/sitemap-vehicles-1.xml", "/vehicles/makes", "/vehicles"];
  let [refusedCount, requestCount] = [0, 0];
  const end = performance.now() + SECONDS * 1_000;
  const eight = Array.from({ length: 8 }, async (_, lane) => {
    for (let index = 0; performance.now() < end; index++) {
      const path = `${costly[(index + lane) % costly.length]}?made-up=${lane}.${index}`;
      const headers = { "X-Forwarded-For": `198.51.100.${lane}` };
      const { status } = await server.ask({ path, headers });
      requestCount += 1;
      if (status === 429) refusedCount += 1;
    }
  });
  const loadedTimes: number[] = [];
  await keepOn(1, async () => loadedTimes.push(await readCachedPage()));
  await Promise.all(eight);
  const p99 = (all: number[]) => Math.round(quantile(all, 0.99));
  printFigure(
    `a kept page's p99: ${p99(alone)} ms alone, ${p99(loadedTimes)} ms beside ${requestCount} costly ones, ${refusedCount} refused`,
  );
  expect(p99(loadedTimes)).toBeLessThan(1_000);
});

test("an account that writes all day adds 200 vehicles and 200 entries", { timeout: DRILL_TIMEOUT_MS }, async () => {
  const writer = await unlimited.signUpWithGarage("All Day");
  const story = "x".repeat(20_000);
  let bytes = 0;
  let newest = "";
  const addUntilRefused = async (path: string, body: object) => {
    for (let addedCount = 0; ; addedCount++) {
      const { status, json } = await writer.browser.api("POST", path, body);
      if (status !== 201) return [addedCount, status, json.message];
      bytes += story.length;
      newest = json.data.doc._id;
    }
  };
  const refusal = (things: string) => `You can add at most 200 ${things} in 24 hours. Please try again later.`;
  expect(await addUntilRefused("/vehicles", { make: "Saab", model: "96", year: 1968, story })).toEqual([
    200,
    429,
    refusal("vehicles"),
  ]);
  const entry = { title: "Oil", text: story, date: "2020-01-01", kind: "Service" };
  expect(await addUntilRefused(`/vehicles/${newest}/build`, entry)).toEqual([200, 429, refusal("entries")]);
  printFigure(`an account that writes all day: ${bytes / 1e6} MB`);
});
