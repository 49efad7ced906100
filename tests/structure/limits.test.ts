import { expect, test } from "vitest";
import { API_CALLS } from "../support/api-calls";
import { readSources, type Sources } from "./sources";

/** The compiler requires their audience, body and limit. */
const RULED =
  /^export const (action|\{ loader, action(, (calls|cache))? \}) = (\w+Action|formActions|apiResource|documentRoute)\b/;
/** The address has no writes. */
const REFUSES = /^export function action\(\): Response \{\s*return new Response\("Method Not Allowed"/;
/** Gives all requests the same response. */
const NOTHING_THERE = "app/routes/site/catch-all.tsx";

const unruled = (sources: Sources) =>
  [...sources].flatMap(([file, text]) => {
    const actions = [...text.matchAll(/^export .*\baction\b/gm)].map(({ index }) => text.slice(index));
    const fine = actions.every((action) => RULED.test(action) || REFUSES.test(action)) && !/limit: \[\s*\]/.test(text);
    return fine || file === NOTHING_THERE ? [] : [file];
  });

/** They count failed attempts themselves. */
const COUNTED_INSIDE = ["accounts/login-code.tsx", "accounts/login.tsx", "api/v1/users.ts"];

test("every write declares its audience and a limit, except logins", () => {
  const routes = readSources("app/routes");
  expect(routes.size).toBeGreaterThan(90);
  expect(unruled(routes)).toEqual([]);
  const inside = [...routes].filter(([, text]) => text.includes('"inside run"')).map(([file]) => file);
  expect(inside).toEqual(COUNTED_INSIDE.map((file) => `app/routes/${file}`));
  const uncounted = ({ limit }: (typeof API_CALLS)[number]) =>
    limit === "none" || (typeof limit === "object" && "whenGiven" in limit);
  expect(API_CALLS.filter((call) => call.method !== "GET" && uncounted(call)).map(({ path }) => path)).toEqual([]);
});

test.each([
  ["writes by itself", "export async function action() { save(); }"],
  ["writes by a function of its own", "export const action = async () => save();"],
  ["is an API's without declarations", "export const { loader, action } = { loader: () => 1, action: () => save() };"],
  ["is counted by none of the limits", 'export const action = pageAction({ audience: "anyone", limit: [], run });'],
])("a route is reported that %s", (_, text) => expect(unruled(new Map([["app/routes/x.ts", text]]))).toHaveLength(1));
