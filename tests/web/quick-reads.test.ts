import { expect, test } from "vitest";
import { bearerOf, signUp } from "../support/members";
import { sharedServer } from "../support/server";

const server = sharedServer();

/** Made anew for each answer; and how its end is told, which Express's compression does in pieces even where it sends one. */
const PER_ANSWER = ["x-request-id", "date", "content-length", "transfer-encoding"];

/** A read as it is answered at once, and the long way: an escape in the query is enough for that. */
async function bothWays(path: string, headers: Record<string, string>) {
  const ways = [`${path}?x=a`, `${path}?x=%61`].map(async (address) => {
    const response = await fetch(`${server().url}/api/v1${address}`, { headers });
    expect(response.headers.get("X-Request-Id")).toMatch(/^[\da-f-]{36}$/);
    const sent = [...response.headers].filter(([name]) => !PER_ANSWER.includes(name));
    return { status: response.status, headers: sent, text: await response.text() };
  });
  const [quick, long] = await Promise.all(ways);
  return { quick, long };
}

test("a person's own reads are the same to the header, whichever way they take", async () => {
  const person = await signUp(server(), "Quinn Reader");
  const token = await bearerOf(server(), person);
  // Long enough to be compressed.
  const bio = "Much to say. ".repeat(150);
  server().database.prepare("UPDATE users SET bio = ? WHERE name = 'Quinn Reader'").run(bio);
  const asked: [string, Record<string, string>, number][] = [
    ["/users/me", { Authorization: `Bearer ${token}` }, 200],
    ["/users/me", { Authorization: `Bearer ${token}`, "Accept-Encoding": "br" }, 200],
    ["/users/me", { Authorization: `Bearer ${token}`, "Accept-Encoding": "identity" }, 200],
    ["/users/me/events", { Authorization: `Bearer ${token}` }, 200],
    ["/users/me", { Authorization: "Bearer nobodys" }, 401],
    ["/users/me", {}, 401],
    ["/tickets", { Authorization: `Bearer ${token}` }, 403],
  ];
  for (const [path, headers, status] of asked) {
    const { quick, long } = await bothWays(path, headers);
    expect([path, quick?.status]).toEqual([path, status]);
    expect(quick).toEqual(long);
  }
  expect((await bothWays("/users/me", asked[1]![1])).quick?.headers).toContainEqual(["content-encoding", "br"]);
});
