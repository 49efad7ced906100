import { expect, test } from "vitest";
import { casesOf } from "../permissions/cases";
import { contents } from "../permissions/contents";
import { insertInto } from "../permissions/insert";
import { MATRIX } from "../permissions/matrix";
import { cookieOf, inParallel, SECRET } from "../permissions/send";
import { type Person, World } from "../permissions/world";
import { sharedServer } from "../support/server";

const server = sharedServer({ env: { SESSION_SECRET: SECRET } });
const EVIL = "https://evil.example";

/** What browsers send with a write that another site, another port or a sandboxed frame has started. */
const foreignHeaders = (own: string): Record<string, string>[] => [
  { Origin: EVIL },
  { Origin: own.replace(/:\d+$/, ":1") },
  { Origin: "null" },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site", Origin: own },
  { Referer: `${EVIL}/page` },
];

test("no write that another site has started with our cookie does anything", { timeout: 120_000 }, async () => {
  const { database, url } = server();
  const site = { insert: insertInto(database), passwordHash: "none", switchOff: () => 0 };
  const world = (person: Person) => new World(site, person);
  // A mail program's one click is from elsewhere and has no session: see `tests/web/unsubscribe.test.ts`.
  const writes = MATRIX.filter(({ verb, route }) => verb !== "GET" && route !== "unsubscribe/:token");
  const cases = database
    .transaction(() =>
      writes.flatMap((row) => casesOf({ ...row, people: ["owner", "admin"] }, { world, dead: {}, origin: url })),
    )
    .immediate()
    .filter(({ channel }) => channel !== "bearer");
  const before = await contents(database);
  const letIn: string[] = [];
  const tries = cases.flatMap((one) => foreignHeaders(url).map((headers) => ({ ...one, headers })));
  await inParallel(tries, async ({ name, path, init, token, headers }) => {
    const { Origin: _, "Sec-Fetch-Site": __, ...own } = init.headers;
    const cookie = token === undefined ? "paddock_session=x" : await cookieOf(token);
    const answer = await fetch(url + path, {
      ...init,
      headers: { ...own, ...headers, Cookie: cookie },
      redirect: "manual",
    });
    await answer.body?.cancel();
    if (answer.status !== 403) letIn.push(`${name} with ${JSON.stringify(headers)}: ${answer.status}`);
  });
  expect(letIn).toEqual([]);
  expect(await contents(database)).toEqual(before);
});
