import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { describe, expect, test } from "vitest";
import { routeFinder } from "~/server/request/routes";
import { ADDRESSES } from "../support/addresses";
import { API_CALLS } from "../support/api-calls";

const PAGES = import.meta.glob<object>("../../app/routes/**/*.{ts,tsx}");

interface Address {
  /** With example parameters. */
  sample: string;
  /** Of the route and its imports in the folder. */
  text: string;
  module: object;
}

const sampleOf = (pattern: string) => pattern.replace(/:\w+\??/g, "7");

const textOf = (file: string) => {
  const text = readFileSync(`app/${file}`, "utf8");
  const siblings = [...text.matchAll(/from "\.\/([^"]+)"/g)].map(([, name]) =>
    readFileSync(`app/${dirname(file)}/${name}.ts`, "utf8"),
  );
  return [text, ...siblings].join("\n");
};

const pages = await Promise.all(
  ADDRESSES.filter(({ route, file }) => file !== "" && !route.startsWith("api/v1/")).map(
    async ({ file, route }): Promise<Address> => {
      const text = textOf(file);
      const module = /\bcache\b/.test(text) ? await PAGES[`../../app/${file}`]!() : {};
      return { sample: sampleOf(`/${route}`), text, module };
    },
  ),
);
const manifest = Object.fromEntries([
  ...pages.map(({ sample, module }) => [sample, { id: sample, path: sample.slice(1), index: sample === "/", module }]),
  ["api", { id: "api", module: { calls: API_CALLS } }],
]) as unknown as ServerBuild["routes"];
const findRoute = routeFinder(manifest);
const queryOf = (sample: string) => findRoute(sample).cache.query;

/** Varnish removes their queries. */
const [, cutByVarnish = ""] = /req\.url ~ "\(\?i\)(\^\/\(about-us\|[^"]+)"/.exec(
  readFileSync("app/deploy/varnish.vcl", "utf8"),
)!;
const isCut = (sample: string) => new RegExp(cutByVarnish).test(`${sample}?made-up=1`);

const reads = API_CALLS.filter(({ method }) => method === "GET");
const cachedCalls = reads.filter(({ cached }) => cached).map(({ pattern }) => sampleOf(pattern));

describe("the query that a route declares to read", () => {
  test("is empty only if its code reads none", () => {
    const withoutQuery = pages.filter(({ sample }) => queryOf(sample)?.length === 0);
    expect(withoutQuery.length).toBeGreaterThan(20);
    const readsQuery = ({ text }: Address) => /searchParams|SearchParams|parsePage/.test(text);
    expect(withoutQuery.filter(readsQuery).map(({ sample }) => sample)).toEqual([]);
  });

  test("of a page is what the table of addresses has", () => {
    const declared = ADDRESSES.filter(({ isPage }) => isPage).flatMap(({ route, query }) => {
      const names = queryOf(sampleOf(`/${route}`));
      return names === undefined ? [] : [{ route, names: [...names].sort(), query: [...query].sort() }];
    });
    expect(declared.length).toBeGreaterThan(12);
    expect(declared.filter(({ names, query }) => names.join() !== query.join())).toEqual([]);
  });

  test("of a call follows from its declaration", () => {
    expect(queryOf("/api/v1/vehicles/7")).toEqual([]);
    expect(queryOf("/api/v1/vehicles/makes")).toEqual(["page", "limit"]);
    expect(queryOf("/api/v1/vehicles")).toBeUndefined();
  });

  test("is dropped by Varnish if it is empty, and only then", () => {
    const samples = [...pages.map(({ sample }) => sample), ...cachedCalls];
    const withoutQuery = samples.filter((sample) => queryOf(sample)?.length === 0);
    expect(samples.filter(isCut)).toEqual(withoutQuery);
    expect(withoutQuery.length).toBeGreaterThan(25);
  });
});

test("home, the map and lists of events are short-lived, and nothing else", () => {
  const samples = [...pages.map(({ sample }) => sample), ...reads.map(({ pattern }) => sampleOf(pattern))];
  expect(samples.filter((sample) => findRoute(sample).cache.isShortLived)).toEqual([
    "/",
    "/events",
    "/map-search",
    "/events/feed.xml",
    "/events.ics",
    "/api/v1/events",
  ]);
});
